import { Badge, Button, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { formatAgo, timeOf } from '../../shared/dates.ts';
import type { BookingCard } from '../schedule/queries.ts';
import { BookingDialog } from '../schedule/reception/booking-dialog.tsx';
import { Group, StudyAction, StudyLink } from './entry.tsx';
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

export const Uploading = ({ overview: { uploading } }: { overview: Overview }) => (
  <Group
    title="Загружаются"
    count={uploading.totalCount}
    color="blue"
    shown={uploading.items.length}
    empty="Сейчас ничего не загружается"
  >
    {uploading.items.map((study) => (
      <li key={study.studyID} className={classes.entry}>
        <div className={classes.text}>
          <StudyLink study={study} />
          <Text size="sm" c="dimmed">
            {study.creatorName} · {formatAgo(study.startedAt)}
          </Text>
        </div>
        <div className={classes.actions}>
          <StudyAction study={study} label="Открыть" quiet />
        </div>
      </li>
    ))}
  </Group>
);

const WAITS = { antivirus: 'ждёт проверки на вирусы', scratch: 'ждёт места на сервере' };

export const Processing = ({ overview: { processing } }: { overview: Overview }) => (
  <Group
    title="Обрабатываются"
    count={processing.totalCount}
    color="blue"
    shown={processing.items.length}
    empty="Сейчас ничего не обрабатывается"
  >
    {processing.items.map((study) => (
      <li key={study.studyID} className={classes.entry}>
        <div className={classes.text}>
          <StudyLink study={study} />
          <Text size="sm" c="dimmed">
            {study.waitsFor ? WAITS[study.waitsFor] : study.doctorName}
          </Text>
        </div>
        <Progress
          value={Math.max(2, (study.progress ?? 0) * 100)}
          aria-label={`Ход обработки: ${study.patientName}`}
        />
        <div className={classes.actions}>
          <StudyAction study={study} label="Открыть" quiet />
        </div>
      </li>
    ))}
  </Group>
);
