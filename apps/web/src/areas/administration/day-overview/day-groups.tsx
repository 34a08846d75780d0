import { Progress, Text } from '@mantine/core';
import { timeOf } from '../../../shared/dates/dates.ts';
import { ActionButton } from './action-button.tsx';
import { Group, StudyAction, type StudyFacts, StudyLink } from './entry.tsx';
import { manyPlaces } from './expected.tsx';
import { OfPatient } from './of-patient.tsx';
import classes from './overview.module.css';
import { type Day, type Overview, requestArrivalOf } from './queries.ts';

/** Patients with an accepted referral and without a booking; most days have none. */
export const Awaited = ({ overview: { awaited, timeZone } }: { overview: Overview }) =>
  awaited &&
  awaited.totalCount > 0 && (
    <Group
      title="По направлениям, без записи"
      count={awaited.totalCount}
      color="teal"
      shown={awaited.items.length}
      empty=""
    >
      {awaited.items.map((study) => (
        <li key={study.studyID} className={classes.entry}>
          <div className={classes.text}>
            <StudyLink study={study} />
            <Text size="sm" c="dimmed">
              принято {dayAndTime(study.acceptedAt, timeZone)} · {study.doctorName}
            </Text>
          </div>
          <div className={classes.actions}>
            <ActionButton
              variant="filled"
              subject={study.patientName}
              request={() => requestArrivalOf(study.studyID)}
              done="Приход отмечен"
            >
              Отметить приход
            </ActionButton>
          </div>
        </li>
      ))}
    </Group>
  );

/** «24.11 в 14:05» */
const dayAndTime = (instant: string, timeZone: string) =>
  `${new Intl.DateTimeFormat('ru', { day: '2-digit', month: '2-digit', timeZone }).format(new Date(instant))} в ${timeOf(instant, timeZone)}`;

/** Patients with a study that waits for its first files. */
export function Present({ overview: { present, timeZone }, day }: { overview: Overview; day: Day }) {
  const places = manyPlaces(present.items);
  return (
    <Group
      title={day === 'today' ? 'На месте' : 'Без снимков'}
      count={present.totalCount}
      color="blue"
      shown={present.items.length}
      empty={day === 'today' ? 'Снимков никто не ждёт' : 'Исследований без снимков нет'}
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
                places && study.locationName,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <OfPatient study={study} timeZone={timeZone} />
          </div>
          <div className={classes.actions}>
            <StudyAction study={study} label="Загрузить снимки" />
          </div>
        </li>
      ))}
    </Group>
  );
}

interface Listed<Item> {
  items: Item[];
  totalCount: number;
}

interface RunningProps<Item> {
  title: string;
  empty: string;
  color?: string;
  studies: Listed<Item>;
  timeZone: string;
  note: (study: Item) => string;
  progress?: (study: Item) => number;
}

/** Studies that the portal is processing or has published: they are only to be looked at. */
const Running = <Item extends StudyFacts>({
  title,
  empty,
  color = 'blue',
  studies,
  timeZone,
  note,
  progress,
}: RunningProps<Item>) => (
  <Group title={title} count={studies.totalCount} color={color} shown={studies.items.length} empty={empty}>
    {studies.items.map((study) => (
      <li key={study.studyID} className={classes.entry}>
        <div className={classes.text}>
          <StudyLink study={study} />
          <Text size="sm" c="dimmed">
            {note(study)}
          </Text>
          <OfPatient study={study} timeZone={timeZone} />
        </div>
        {progress && (
          <Progress value={progress(study) * 100} aria-label={`Ход обработки: ${study.patientName}`} />
        )}
      </li>
    ))}
  </Group>
);

export const Uploading = ({ overview: { uploading, timeZone } }: { overview: Overview }) => (
  <Running
    title="Загружаются"
    empty="Сейчас ничего не загружается"
    studies={uploading}
    timeZone={timeZone}
    note={({ creatorName, startedAt }) => `с ${timeOf(startedAt, timeZone)} · ${creatorName}`}
  />
);

const WAITS = { antivirus: 'ждёт проверки на вирусы', scratch: 'ждёт места на сервере' };
/** A bar of length zero looks like an error. */
const LEAST_PROGRESS = 0.02;

export const Processing = ({ overview: { processing, timeZone } }: { overview: Overview }) => (
  <Running
    title="Обрабатываются"
    empty="Сейчас ничего не обрабатывается"
    studies={processing}
    timeZone={timeZone}
    note={({ waitsFor, doctorName }) => (waitsFor ? WAITS[waitsFor] : doctorName)}
    progress={({ progress }) => Math.max(LEAST_PROGRESS, progress ?? 0)}
  />
);

/** Servers of earlier versions do not send this group. */
export const Published = ({ overview: { published, timeZone }, day }: { overview: Overview; day: Day }) =>
  published && (
    <Running
      title="Опубликованы"
      empty={day === 'today' ? 'Сегодня пока ничего не опубликовано' : 'Вчера ничего не опубликовано'}
      color="green"
      studies={published}
      timeZone={timeZone}
      note={({ publishedAt, doctorName }) => `в ${timeOf(publishedAt, timeZone)} · ${doctorName}`}
    />
  );
