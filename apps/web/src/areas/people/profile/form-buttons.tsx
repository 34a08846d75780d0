import { Button, Group } from '@mantine/core';

interface FormButtonsProps {
  submitLabel: string;
  pending: boolean;
  danger?: boolean;
  onClose: () => void;
}

export const FormButtons = ({ submitLabel, pending, danger, onClose }: FormButtonsProps) => (
  <Group gap="xs" justify="flex-end">
    <Button variant="default" onClick={onClose}>
      Отмена
    </Button>
    <Button type="submit" color={danger ? 'red' : undefined} loading={pending} disabled={pending}>
      {submitLabel}
    </Button>
  </Group>
);
