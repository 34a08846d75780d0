import { Button, Group, Text } from '@mantine/core';
import { FailureAlert } from '../failures/failure-alert.tsx';
import { useSingleFlight } from '../calls/use-single-flight.ts';
import { GuardedButton } from './guarded-button.tsx';

interface ConfirmationProps {
  /** the name of the group, for screen readers */
  label: string;
  /** what will happen */
  question: string;
  confirmLabel: string;
  /** the mutation that revokes */
  sending: { isPending: boolean; error: Error | null };
  onConfirm: () => Promise<unknown>;
  onCancel: () => void;
  /** this screen's sentence for a failure without one of the server (product 35.3) */
  specified?: string;
}

/** Asks inside a row of a list before something of this row is revoked. */
export function Confirmation(props: ConfirmationProps) {
  const { label, question, confirmLabel, sending, onConfirm, onCancel, specified } = props;
  const runSingle = useSingleFlight();
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" mt="xs">
        {question}
      </Text>
      <FailureAlert reason={sending.error} specified={specified} mt="xs" />
      <Group gap="xs" mt="xs">
        <Button size="compact-md" variant="default" onClick={onCancel} autoFocus>
          Отмена
        </Button>
        <GuardedButton size="compact-md" loading={sending.isPending} onClick={() => runSingle(onConfirm)}>
          {confirmLabel}
        </GuardedButton>
      </Group>
    </div>
  );
}
