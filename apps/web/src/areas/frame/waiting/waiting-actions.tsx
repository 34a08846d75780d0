import { Button } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { askBeforeLeaving } from '../../../shared/session/session.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { useUnsentRequests, waitingQueue } from '../../../shared/waiting/user-queue.ts';
import { waitingKinds } from './kinds.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { takeOverMessages } from './take-over-messages.ts';
import { WaitingList } from './waiting-list.tsx';
import classes from './waiting-actions.module.css';

/** In the header: the actions that wait for the connection or have failed, and the question about them at the sign-out. */
export const WaitingActions = () => (
  <Suspense>
    <Unsent />
  </Suspense>
);

function Unsent() {
  const requests = useUnsentRequests();
  const [opened, setOpened] = useState(false);
  const [answer, setAnswer] = useState<(leaves: boolean) => void>();
  useEffect(() => {
    takeOverMessages();
    waitingQueue.open(waitingKinds);
  }, []);
  useEffect(() => {
    askBeforeLeaving(() => {
      if (waitingQueue.requests.length === 0) return Promise.resolve(true);
      return new Promise((resolve) => setAnswer(() => resolve));
    });
    return () => askBeforeLeaving(() => Promise.resolve(true));
  }, []);
  const reply = (leaves: boolean) => {
    setAnswer(undefined);
    answer?.(leaves);
  };
  const failed = requests.some(({ state }) => state === 'failed');
  const count = counted(requests.length, 'действие', 'действия', 'действий');
  const StateIcon = failed ? IconAlertCircle : IconClock;
  return (
    <>
      {requests.length > 0 && (
        <Button
          variant="light"
          color={failed ? 'red' : 'yellow'}
          aria-label={failed ? `Не выполнено или ждёт связи: ${count}` : `Ждёт связи: ${count}`}
          className={classes.button}
          leftSection={<StateIcon size={18} stroke={1.7} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          <span className={classes.words}>{failed ? 'Не выполнено' : 'Ждёт связи'}:&nbsp;</span>
          {requests.length}
        </Button>
      )}
      <Dialog title="Неотправленные действия" opened={opened} onClose={() => setOpened(false)}>
        <WaitingList requests={requests} onClose={() => setOpened(false)} />
      </Dialog>
      <LeaveQuestion opened={answer !== undefined} requests={waitingQueue.requests} onAnswer={reply} />
    </>
  );
}
