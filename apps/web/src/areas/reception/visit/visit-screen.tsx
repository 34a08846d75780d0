import { Alert, Button, Loader, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconCalendarDown, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call, CallProblem } from '../../../shared/calls/call.ts';
import { formatDay, timeOf } from '../../../shared/dates/dates.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { Facts } from '../../../shared/ui/facts.tsx';
import { useTitle } from '../../../shared/navigation/title.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { CallButton } from '../../platform/letterhead/call-button.tsx';
import { ContactFacts } from '../schedule/contact-facts.tsx';
import { longDayOf } from '../schedule/times.ts';
import { cancelVisit, confirmVisit, getVisit, moveVisit, type Visit } from './calls.ts';
import { MoveVisit } from './move-visit.tsx';
import { saveCalendar } from './save-calendar.ts';
import classes from './visit.module.css';

/** A patient's visit: when, where and how to prepare; confirmed, moved or cancelled by its link. */
export function VisitScreen({ token }: { token: string }) {
  useTitle('Ваш визит');
  const [visit, setVisit] = useState<Visit>();
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setFailure(undefined);
    call(getVisit, { body: { token } }).then(setVisit, setFailure);
  }, [token, tries]);
  if (visit) return <OpenVisit token={token} visit={visit} onChange={setVisit} />;
  if (failure === undefined) return <Loader role="img" aria-label="загрузка..." />;
  const isGone = failure instanceof CallProblem && failure.status === 404;
  return (
    <section className={classes.sheet} role="alert">
      <Title order={1}>{isGone ? 'Ссылка не действует' : 'Не удалось показать визит'}</Title>
      <Text my="md">{explain(failure)}</Text>
      {isGone ? <CallButton /> : <Button onClick={() => setTries(tries + 1)}>Повторить</Button>}
    </section>
  );
}

interface OpenVisitProps {
  token: string;
  visit: Visit;
  onChange: (visit: Visit) => void;
}

type Step = 'view' | 'move' | 'cancel';

function OpenVisit({ token, visit, onChange }: OpenVisitProps) {
  const [step, setStep] = useState<Step>('view');
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const [isMoved, setIsMoved] = useState(false);
  const runSingle = useSingleFlight();
  const run = (request: () => Promise<Visit>) =>
    runSingle(async () => {
      setPending(true);
      setFailure(undefined);
      try {
        onChange(await request());
        setIsMoved(step === 'move');
        setStep('view');
      } catch (reason) {
        setFailure(explain(reason));
      }
      setPending(false);
    });
  const go = (to: Step) => () => {
    setFailure(undefined);
    setStep(to);
  };
  const body = { token };
  return (
    <article className={classes.sheet} data-wide={step === 'move' || undefined}>
      <Summary visit={visit} isMoved={isMoved} />
      {failure && (
        <Alert color="red" icon={<IconAlertCircle />} mb="md">
          {failure}
        </Alert>
      )}
      {visit.status === 'booked' && step === 'view' && (
        <div className={classes.actions}>
          {!visit.confirmed && (
            <Button loading={pending} onClick={() => run(() => call(confirmVisit, { body }))}>
              Приду
            </Button>
          )}
          <Button variant="default" onClick={go('move')}>
            Перенести
          </Button>
          <Button variant="default" onClick={go('cancel')}>
            Отменить визит
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconCalendarDown size={18} stroke={1.6} />}
            onClick={() => saveCalendar(visit.calendar)}
          >
            Добавить в календарь
          </Button>
        </div>
      )}
      {step === 'move' && (
        <MoveVisit
          token={token}
          timeZone={visit.timeZone}
          pending={pending}
          onMove={(slot) => run(() => call(moveVisit, { body: { token, ...slot } }))}
          onBack={go('view')}
        />
      )}
      {step === 'cancel' && (
        <Stack gap="md">
          <Text>Отменить визит? Это время сможет занять другой пациент.</Text>
          <div className={classes.actions}>
            <Button color="red" loading={pending} onClick={() => run(() => call(cancelVisit, { body }))}>
              Да, отменить
            </Button>
            <Button variant="default" onClick={go('view')}>
              Назад
            </Button>
          </div>
        </Stack>
      )}
      {step !== 'move' && <MoreFacts visit={visit} />}
    </article>
  );
}

interface SummaryProps {
  visit: Visit;
  isMoved: boolean;
}

const Summary = (props: SummaryProps) => (
  <>
    <Heading {...props} />
    <MainFacts visit={props.visit} />
  </>
);

const Heading = ({ visit: { status, confirmed, date, beginsAt, timeZone }, isMoved }: SummaryProps) => (
  <div role="status">
    <Title order={1}>{status === 'cancelled' ? 'Визит отменён' : 'Ваш визит'}</Title>
    {status === 'cancelled' && <Text mt="xs">Приходить в это время не нужно.</Text>}
    {status === 'booked' && isMoved && (
      <Text mt="xs" className={classes.confirmed}>
        <IconCircleCheck size={20} stroke={1.6} aria-hidden /> Визит перенесён: {longDayOf(date)},{' '}
        {timeOf(beginsAt, timeZone)}
      </Text>
    )}
    {status === 'booked' && confirmed && (
      <Text mt="xs" className={classes.confirmed}>
        <IconCircleCheck size={20} stroke={1.6} aria-hidden /> Вы подтвердили, что придёте
      </Text>
    )}
  </div>
);

/** Where and when, above the actions, so that a phone shows both without scrolling. */
const MainFacts = ({ visit }: { visit: Visit }) => (
  <div className={classes.main}>
    <Text fw={600}>{visit.locationAddress || visit.locationName}</Text>
    {visit.locationAddress && <Text c="dimmed">{visit.locationName}</Text>}
    <Text fw={600} mt="xs">
      {longDayOf(visit.date)}, {timeOf(visit.beginsAt, visit.timeZone)}
    </Text>
    <Text c="dimmed">{formatDay(visit.date)}</Text>
  </div>
);

/** How to prepare and how to reach the centre. */
const MoreFacts = ({ visit }: { visit: Visit }) => (
  <div className={classes.facts}>
    {visit.status === 'booked' && <Text mb="md">{visit.preparation}</Text>}
    <Facts>
      <ContactFacts contacts={visit.contacts} />
    </Facts>
  </div>
);
