import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { explain } from '../explain.ts';
import { PendingNotice } from './pending-notice.tsx';
import { useCancelWaiting } from './use-cancel-waiting.ts';

interface DialogFormProps {
  /** the mutation behind the form */
  sending: {
    isPending: boolean;
    isSuccess: boolean;
    error: Error | null;
    isPaused?: boolean;
    submittedAt?: number;
  };
  submitLabel: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** shown for three seconds before the dialog closes; without it the dialog closes at once */
  success?: string;
  danger?: boolean;
  /** the sentence of spec.md §8 for a failure without one of the server */
  specified?: string;
  children: ReactNode;
}

/** The form of a dialog: its fields, the state of the mutation, and the buttons for cancel and submit. */
export function DialogForm(props: DialogFormProps) {
  const { sending, submitLabel, onSubmit, onClose, success, danger, specified, children } = props;
  const { isPending, isSuccess, error } = sending;
  useCancelWaiting(sending);
  const hoverHandlers = useDelayedClose(isSuccess, success ? 3000 : 0, onClose);

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        {!isSuccess && children}
        <div>
          {isPending && <PendingNotice mb="md" />}
          {isSuccess && success && (
            <Alert role="status" color="green" icon={<IconCircleCheck />} mb="md" {...hoverHandlers}>
              {success}
            </Alert>
          )}
          {error && !isPending && (
            <Alert color="red" icon={<IconAlertCircle />} mb="md">
              {explain(error, specified)}
            </Alert>
          )}
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {isSuccess ? 'Закрыть' : 'Отмена'}
            </Button>
            {!isSuccess && (
              <Button type="submit" color={danger ? 'red.9' : undefined} disabled={isPending}>
                {submitLabel}
              </Button>
            )}
          </Group>
        </div>
      </Stack>
    </form>
  );
}

/** Closes after a delay, but not while the pointer is over the notice. */
function useDelayedClose(done: boolean, afterMs: number, close: () => void) {
  const [hovered, setHovered] = useState(false);
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!done || hovered) return;
    const timer = setTimeout(() => latest.current(), afterMs);
    return () => clearTimeout(timer);
  }, [done, hovered, afterMs]);
  return {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
  };
}
