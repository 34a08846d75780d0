import { Alert, Button, Group, Text } from '@mantine/core';
import { IconMail, IconMailCheck, IconMailForward, IconMailPause, IconMailX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { explain } from '../../shared/explain.ts';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import classes from './letter-state.module.css';
import { briefStateOf, type Letter, reasonOf, stateOf } from './letter.ts';

const ICONS = { waiting: IconMail, sent: IconMailCheck, retrying: IconMailPause, failed: IconMailX };

interface LetterStateProps {
  letter: Letter | null;
  /** «Письмо с паролем» */
  what?: string;
  /** in a list: whether it arrived, and not why */
  brief?: boolean;
}

/** What became of a letter, where whoever caused it looks; with the mail server's words when it was not taken. */
export function LetterState({ letter, what = 'Письмо', brief = false }: LetterStateProps) {
  if (!letter) return null;
  const Picture = ICONS[letter.status];
  const reason = reasonOf(letter);
  return (
    <div role="status" className={classes.state} data-status={letter.status}>
      <Picture size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.words}>
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
  /** the mutation that sends it anew */
  again: { isPending: boolean; error: Error | null; mutateAsync: () => Promise<unknown> };
  label?: string;
  /** beside it: the button that copies the link */
  children?: ReactNode;
}

export function LetterActions({ letter, again, label = 'Отправить ещё раз', children }: LetterActionsProps) {
  const runSingle = useSingleFlight();
  return (
    <>
      <Group gap={4} className={classes.actions}>
        {children}
        {letter && letter.status !== 'waiting' && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.again}
            data-arrived={letter.status === 'sent' || undefined}
            leftSection={<IconMailForward size={16} stroke={1.6} />}
            loading={again.isPending}
            onClick={() => runSingle(() => again.mutateAsync())}
          >
            {label}
          </Button>
        )}
      </Group>
      {again.error && (
        <Alert role="alert" color="red">
          {explain(again.error)}
        </Alert>
      )}
    </>
  );
}
