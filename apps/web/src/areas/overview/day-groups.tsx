import { Badge, Button, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { formatAgo, timeOf } from '../../shared/dates.ts';
import type { BookingCard } from '../schedule/queries.ts';
import { BookingDialog } from '../schedule/reception/booking-dialog.tsx';
import { Group, StudyAction, type StudyFacts, StudyLink } from './entry.tsx';
import classes from './overview.module.css';
import { type Day, type Overview, useRefreshOverview } from './queries.ts';

/** A patient who is so late is marked. */
const LATE_MS = 10 * 60_000;

const isLate = ({ beginsAt }: BookingCard) => Date.now() - Date.parse(beginsAt) > LATE_MS;

const plural = (places: (string | null)[]) => new Set(places).size > 1;

/** Booked patients who have not arrived. */
export function Expected({ overview, day }: { overview: Overview; day: Day }) {
  const { expected, timeZone } = overview;
  const [arriving, setArriving] = useState<BookingCard>();
  const refresh = useRefreshOverview();
  const manyPlaces = plural(expected.items.map(({ locationName }) => locationName));
  return (
    <>
      <Group
        title={day === 'yesterday' ? 'Не отмечены' : 'Ожидаются'}
        count={expected.totalCount}
        color="teal"
        shown={expected.items.length}
        empty={day === 'yesterday' ? 'Все записанные пришли' : 'Больше никто не записан'}
      >
        {expected.items.map((booking) => (
          <li key={booking.bookingID} className={classes.entry}>
            <div className={classes.text}>
              <span className={classes.who}>
                <Text span fw={600}>
                  {timeOf(booking.beginsAt, timeZone)}
                </Text>
                <Text span fw={600}>
                  {booking.patientName}
                </Text>
                {day === 'today' && isLate(booking) && (
                  <Badge size="sm" variant="light" color="yellow" tt="none" fw={500}>
                    опаздывает
                  </Badge>
                )}
              </span>
              <Text size="sm" c="dimmed">
                {[booking.doctorName ?? 'без клиента', manyPlaces && booking.locationName]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            {day !== 'tomorrow' && (
              <div className={classes.actions}>
                <Button
                  size="xs"
                  aria-label={`Пришёл: ${booking.patientName}`}
                  onClick={() => setArriving(booking)}
                >
                  Пришёл
                </Button>
              </div>
            )}
          </li>
        ))}
      </Group>
      <BookingDialog
        booking={arriving}
        firstStep="arrival"
        timeZone={timeZone}
        onClose={() => {
          setArriving(undefined);
          void refresh();
        }}
      />
    </>
  );
}

/** Studies without any upload. */
export function Present({ overview: { present, timeZone }, day }: { overview: Overview; day: Day }) {
  const manyPlaces = plural(present.items.map(({ locationName }) => locationName));
  return (
    <Group
      title={day === 'today' ? 'На месте' : 'Без снимков'}
      count={present.totalCount}
      color="blue"
      shown={present.items.length}
      empty="Нет исследований без снимков"
    >
      {present.items.map((study) => (
        <li key={study.studyID} className={classes.entry}>
          <div className={classes.text}>
            <StudyLink study={study} />
            <Text size="sm" c="dimmed">
              {[
                `с ${timeOf(study.arrivedAt, timeZone)}`,
                study.bookedAt && `запись на ${timeOf(study.bookedAt, timeZone)}`,
                study.doctorName,
                manyPlaces && study.locationName,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
          <div className={classes.actions}>
            <StudyAction study={study} label="Загрузить снимки" />
          </div>
        </li>
      ))}
    </Group>
  );
}

type Listed<Item> = { items: Item[]; totalCount: number };

interface RunningProps<Item> {
  title: string;
  empty: string;
  studies: Listed<Item>;
  note: (study: Item) => string;
  progress?: (study: Item) => number;
}

/** Studies with which the portal is busy; there is nothing to do but to look. */
const Running = <Item extends StudyFacts>({ title, empty, studies, note, progress }: RunningProps<Item>) => (
  <Group title={title} count={studies.totalCount} color="blue" shown={studies.items.length} empty={empty}>
    {studies.items.map((study) => (
      <li key={study.studyID} className={classes.entry}>
        <div className={classes.text}>
          <StudyLink study={study} />
          <Text size="sm" c="dimmed">
            {note(study)}
          </Text>
        </div>
        {progress && (
          <Progress value={progress(study) * 100} aria-label={`Ход обработки: ${study.patientName}`} />
        )}
        <div className={classes.actions}>
          <StudyAction study={study} label="Открыть" quiet />
        </div>
      </li>
    ))}
  </Group>
);

export const Uploading = ({ overview: { uploading } }: { overview: Overview }) => (
  <Running
    title="Загружаются"
    empty="Сейчас ничего не загружается"
    studies={uploading}
    note={({ creatorName, startedAt }) => `${creatorName} · ${formatAgo(startedAt)}`}
  />
);

const WAITS = { antivirus: 'ждёт проверки на вирусы', scratch: 'ждёт места на сервере' };
/** A bar of length zero looks like an error. */
const LEAST_PROGRESS = 0.02;

export const Processing = ({ overview: { processing } }: { overview: Overview }) => (
  <Running
    title="Обрабатываются"
    empty="Сейчас ничего не обрабатывается"
    studies={processing}
    note={({ waitsFor, doctorName }) => (waitsFor ? WAITS[waitsFor] : doctorName)}
    progress={({ progress }) => Math.max(LEAST_PROGRESS, progress ?? 0)}
  />
);
