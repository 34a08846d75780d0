import { Text } from '@mantine/core';
import { counted, formatNumber } from '@snimok/api-client/format-numbers';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../shared/dates.ts';
import classes from './by-day.module.css';
import { type CountOfDay, countersByDayQuery } from './queries.ts';

const STEP = 5;
const BAR = 4;
const HEIGHT = 32;
/** A day without studies is seen to be one. */
const LOWEST = 1.5;

const studies = (count: number) => counted(count, 'исследование', 'исследования', 'исследований');

/** What the centre has done in the last weeks, a bar a day; nothing where nothing was. */
export function StudiesByDay() {
  const { data } = useQuery(countersByDayQuery);
  const days = data?.days ?? [];
  const total = days.reduce((sum, { studiesCount }) => sum + studiesCount, 0);
  const today = days.at(-1);
  if (!today || total === 0) return null;
  return (
    <div className={classes.frame}>
      <Bars days={days} words={inWords(days, total, today)} />
      <Text size="sm" className={classes.words} aria-hidden>
        <span>Сегодня: {formatNumber(today.studiesCount)}</span>
        <span>
          За {days.length} дней: {formatNumber(total)}
        </span>
      </Text>
    </div>
  );
}

function Bars({ days, words }: { days: CountOfDay[]; words: string }) {
  const most = Math.max(...days.map(({ studiesCount }) => studiesCount));
  const width = days.length * STEP - (STEP - BAR);
  return (
    <svg className={classes.bars} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={words}>
      {days.map(({ day, studiesCount }, at) => {
        const height = Math.max(LOWEST, (studiesCount / most) * HEIGHT);
        const isToday = at === days.length - 1;
        return (
          <rect
            key={day}
            x={at * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            rx={1}
            data-empty={studiesCount === 0 || undefined}
            data-today={isToday || undefined}
          >
            <title>
              {formatDay(day)}: {studies(studiesCount)}
            </title>
          </rect>
        );
      })}
    </svg>
  );
}

const inWords = (days: CountOfDay[], total: number, today: CountOfDay): string => {
  const most = days.reduce((best, one) => (one.studiesCount > best.studiesCount ? one : best));
  return (
    `За ${days.length} дней ${studies(total)}, сегодня ${formatNumber(today.studiesCount)}; ` +
    `больше всего ${formatDay(most.day)}: ${formatNumber(most.studiesCount)}`
  );
};
