import { Button, type ButtonProps } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';

interface PasskeyButtonProps extends ButtonProps {
  children: string;
  /** is given the focus when it appears */
  autoFocus?: boolean;
  run: () => Promise<void>;
  explain: (reason: unknown) => string;
  /** a sentence, or undefined when a new attempt begins */
  onFailure: (sentence: string | undefined) => void;
}

/** Runs one use of a passkey, during which the browser shows its own dialog. */
export function PasskeyButton({ children, run, explain, onFailure, ...props }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false);
  const onClick = async () => {
    setPending(true);
    onFailure(undefined);
    await run().catch((reason) => onFailure(explain(reason)));
    setPending(false);
  };
  return (
    <Button
      size="md"
      fullWidth
      leftSection={<IconFingerprint size={20} stroke={1.7} aria-hidden />}
      loading={pending}
      disabled={pending}
      onClick={() => void onClick()}
      {...props}
    >
      {children}
    </Button>
  );
}
