import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../../../shared/calls/call.ts';
import { timeOf } from '../../../shared/dates/dates.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { DayTimes } from '../schedule/own/day-times.tsx';
import { TurnDays } from '../schedule/own/turn-days.tsx';
import { longDayOf } from '../schedule/times.ts';
import { listVisitTimes } from './calls.ts';
import classes from './visit.module.css';

interface MoveVisitProps {
  token: string;
  timeZone: string;
  pending: boolean;
  onMove: (slot: { date: string; slotUUID: string }) => void;
  onBack: () => void;
}

type Times = Awaited<ReturnType<typeof call<typeof listVisitTimes>>>;

/** The free times of the same centre; the visit keeps its time until another one is reserved. */
export function MoveVisit({ token, timeZone, pending, onMove, onBack }: MoveVisitProps) {
  const [starts, setStarts] = useState<string[]>([]);
  const [times, setTimes] = useState<Times>();
  const [failure, setFailure] = useState<unknown>();
  const [slot, setSlot] = useState<{ date: string; slotUUID: string; beginsAt: string }>();
  const from = starts.at(-1);
  useEffect(() => {
    // when a refused move has ended, the times are read again
    if (pending) return;
    setFailure(undefined);
    const ended = new AbortController();
    const { signal } = ended;
    call(listVisitTimes, { body: { token, ...(from && { from }) }, signal }).then(
      setTimes,
      (reason: unknown) => signal.aborted || setFailure(reason),
    );
    // the response of an earlier page would replace this one
    return () => ended.abort();
  }, [token, from, pending]);
  return (
    <Stack gap="md">
      <Title order={2}>Выберите новое время</Title>
      <FailureAlert reason={failure} withIcon />
      {!times && failure === undefined && <Loader role="img" aria-label="загрузка..." />}
      {times?.days.length === 0 && <Text>Свободного времени нет. Позвоните в центр.</Text>}
      {times && (
        <DayTimes
          key={from}
          days={times.days}
          timeZone={timeZone}
          chosen={slot?.slotUUID ?? null}
          onChoose={({ slotUUID, beginsAt }, date) => setSlot({ date, slotUUID, beginsAt })}
        />
      )}
      <div className={classes.pages}>
        <TurnDays variant="subtle" starts={starts} next={times?.next} onTurn={setStarts} />
      </div>
      {slot && (
        <Text fw={500} role="status">
          Новое время: {longDayOf(slot.date)}, {timeOf(slot.beginsAt, timeZone)}
        </Text>
      )}
      <div className={classes.actions}>
        <Button
          disabled={!slot}
          loading={pending}
          onClick={() => slot && onMove({ date: slot.date, slotUUID: slot.slotUUID })}
        >
          Перенести визит
        </Button>
        <Button variant="default" onClick={onBack}>
          Назад
        </Button>
      </div>
    </Stack>
  );
}
