import { Button } from '@mantine/core';

interface SkipButtonProps {
  pending: boolean;
  onSkip: () => Promise<void>;
}

/** Leaves a question for later. */
export const SkipButton = ({ pending, onSkip }: SkipButtonProps) => (
  <Button
    variant="default"
    size="md"
    fullWidth
    loading={pending}
    disabled={pending}
    onClick={() => void onSkip()}
  >
    Настроить позже
  </Button>
);
