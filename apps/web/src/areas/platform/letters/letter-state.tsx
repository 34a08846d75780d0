import { Button, Group, Text } from '@mantine/core';
import { IconMail, IconMailCheck, IconMailForward, IconMailPause, IconMailX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import classes from './letter-state.module.css';
import { briefStateOf, type Letter, reasonOf, stateOf } from './letter.ts';

const ICONS = { waiting: IconMail, sent: IconMailCheck, retrying: IconMailPause, failed: IconMailX };

interface LetterStateProps {
  letter: Letter | null;
  /** «Письмо с паролем» */
  what?: string;
  /** for lists: without times and the reason of a failure */
  brief?: boolean;
}

/** The delivery state of a letter, with the mail server's response if it refused the letter. */
export function LetterState({ letter, what = 'Письмо', brief = false }: LetterStateProps) {
  if (!letter) return null;
  const StateIcon = ICONS[letter.status];
  const reason = reasonOf(letter);
  return (
    <div role="status" className={classes.state} data-status={letter.status}>
      <StateIcon size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.text}>
        <Text size="sm">{brief ? briefStateOf(letter, what) : stateOf(letter, what)}</Text>
        {reason && !brief && letter.status !== 'sent' && (
          <Text size="sm" className={classes.reason}>
            {reason}
          </Text>
        )}
      </div>
    </div>
  );
}

interface LetterActionsProps {
  letter: Letter | null;
  /** the mutation that sends the letter again */
  resend: { isPending: boolean; error: Error | null; mutateAsync: () => Promise<unknown> };
  label?: string;
  /** other buttons, such as the one that copies the link */
  children?: ReactNode;
}

export function LetterActions({ letter, resend, label = 'Отправить ещё раз', children }: LetterActionsProps) {
  const runSingle = useSingleFlight();
  return (
    <>
      <Group gap={4} className={classes.actions}>
        {children}
        {letter && letter.status !== 'waiting' && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.resend}
            data-sent={letter.status === 'sent' || undefined}
            leftSection={<IconMailForward size={16} stroke={1.6} />}
            loading={resend.isPending}
            onClick={() => runSingle(() => resend.mutateAsync())}
          >
            {label}
          </Button>
        )}
      </Group>
      <FailureAlert reason={resend.error} />
    </>
  );
}
