import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyButton } from '../../../shared/codes/copy-button.tsx';
import { useDialogLock } from '../../../shared/dialogs/dialog.tsx';

interface ShownSecretProps {
  label: string;
  secret: string;
  /** what to do with it */
  note: string;
  onDone: () => void;
}

/** A secret that the portal shows once. The dialog stays open until «Готово». */
export function ShownSecret({ label, secret, note, onDone }: ShownSecretProps) {
  useDialogLock('Портал больше не покажет это значение.');
  return (
    <Stack gap="md">
      <Alert role="status" color="yellow" icon={<IconAlertTriangle />}>
        Скопируйте сейчас: второй раз портал это значение не покажет. {note}
      </Alert>
      <TextInput
        label={label}
        readOnly
        value={secret}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: 'ui-monospace, Menlo, Consolas, monospace' } }}
      />
      <Group justify="space-between">
        <CopyButton label="Скопировать" fieldLabel={label} requestText={() => Promise.resolve(secret)} />
        <Button onClick={onDone}>Готово</Button>
      </Group>
    </Stack>
  );
}
