import { Alert, Button, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { focusFirstError } from './focus-first-error.ts';
import { useSingleFlight } from '../calls/use-single-flight.ts';
import { DialogFooter } from './dialog-footer.tsx';
import classes from './dialog-form.module.css';
import { FailureAlert } from '../failures/failure-alert.tsx';
import { GuardedButton } from './guarded-button.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { useCancelWaiting } from './use-cancel-waiting.ts';

/** Starts the mutation, or returns nothing if the input is wrong. Not called while the mutation runs. */
type Submission<Values> =
  | { form?: undefined; onSubmit: () => Promise<unknown> | void }
  | {
      /** checks the values first */
      form: UseFormReturnType<Values>;
      onSubmit: (values: Values) => Promise<unknown> | void;
    };

/** The state of the mutation behind a form. */
export interface Sending {
  isPending: boolean;
  isSuccess: boolean;
  error: Error | null;
  isPaused?: boolean;
  /** forgets a request that waits for the connection */
  cancel?: () => void;
}

type DialogFormProps<Values> = Submission<Values> & {
  sending: Sending;
  submitLabel: string;
  onClose: () => void;
  /** shown for three seconds before the dialog closes; without it the dialog closes at once */
  success?: string;
  danger?: boolean;
  /** why the button does nothing yet: what is missing */
  missing?: string | undefined;
  /** the dialog's sentence for a failure without one of the server (product 35.3) */
  specified?: string;
  children: ReactNode;
};

/** The form of a dialog: its fields, the state of the mutation, and the buttons for cancel and submit. */
export function DialogForm<Values>(props: DialogFormProps<Values>) {
  const { sending, submitLabel, onClose, success, danger, missing, specified, children } = props;
  const state = stateOf(sending);
  const isDone = state === 'done';
  const keepWaiting = useCancelWaiting(sending);
  const leave = () => {
    keepWaiting();
    onClose();
  };
  const hoverHandlers = useDelayedClose(isDone, success ? 3000 : 0, onClose);
  const isNotified = isDone && success !== undefined;
  const missingID = useId();
  const SubmitButton = danger ? GuardedButton : Button;
  const runSingle = useSingleFlight();
  const submit = props.form
    ? props.form.onSubmit((values) => runSingle(() => props.onSubmit(values)))
    : () => runSingle(props.onSubmit);

  return (
    <form
      noValidate
      data-state={state}
      onSubmit={(event) => {
        event.preventDefault();
        submit(event);
        focusFirstError(event.currentTarget);
      }}
    >
      <Stack gap="md">
        <div className={classes.body}>
          <Stack gap="md" inert={isDone} className={isNotified ? classes.hidden : undefined}>
            {children}
          </Stack>
          {isNotified && (
            <Alert
              role="status"
              color="green"
              icon={<IconCircleCheck />}
              className={classes.notice}
              {...hoverHandlers}
            >
              {success}
            </Alert>
          )}
        </div>
        {state === 'pending' && <PendingNotice waits={sending.isPaused} onLeave={leave} />}
        <FailureAlert reason={state !== 'pending' && sending.error} specified={specified} withIcon />
        <DialogFooter>
          {missing && (
            <Text id={missingID} size="sm" c="dimmed" mr="auto">
              {missing}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            {isDone ? 'Закрыть' : 'Отмена'}
          </Button>
          <SubmitButton
            type="submit"
            // invisible, so that «Закрыть» does not move below the pointer
            className={isDone ? classes.hidden : undefined}
            disabled={state !== undefined}
            aria-describedby={missing ? missingID : undefined}
          >
            {submitLabel}
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </form>
  );
}

/** Undefined while the form can be filled in. */
function stateOf({ isPending, isSuccess }: Sending): 'pending' | 'done' | undefined {
  if (isSuccess) return 'done';
  return isPending ? 'pending' : undefined;
}

/** Closes after a delay, but not while the pointer is over the notice. */
function useDelayedClose(done: boolean, afterMs: number, close: () => void) {
  const [hovered, setHovered] = useState(false);
  const onTime = useEffectEvent(close);
  useEffect(() => {
    if (!done || hovered) return;
    const timer = setTimeout(() => onTime(), afterMs);
    return () => clearTimeout(timer);
  }, [done, hovered, afterMs]);
  return {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
  };
}
