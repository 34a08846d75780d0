import { Text } from '@mantine/core';
import { counted, formatNumber } from '@snimok/api-client/format-numbers';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../shared/dates/dates.ts';
import classes from './by-day.module.css';
import { type CountOfDay, countersByDayQuery } from '../studies/queries.ts';

const BAR_STEP = 5;
const BAR_WIDTH = 4;
const HEIGHT = 32;
/** The height of the bar of a day without studies, so that the day is visible. */
const MIN_BAR_HEIGHT = 1.5;

const studies = (count: number) => counted(count, 'исследование', 'исследования', 'исследований');

/** The number of studies of the last weeks, one bar per day; nothing if there were none. */
export function StudiesByDay() {
  const { data } = useQuery(countersByDayQuery);
  const days = data?.days ?? [];
  const total = days.reduce((sum, { studiesCount }) => sum + studiesCount, 0);
  const today = days.at(-1);
  if (!today || total === 0) return null;
  return (
    <div className={classes.frame}>
      <Bars days={days} label={labelOf(days, total, today)} />
      <Text size="sm" className={classes.caption} aria-hidden>
        <span>Сегодня: {formatNumber(today.studiesCount)}</span>
        <span>
          За {counted(days.length, 'день', 'дня', 'дней')}: {formatNumber(total)}
        </span>
      </Text>
    </div>
  );
}

function Bars({ days, label }: { days: CountOfDay[]; label: string }) {
  const most = Math.max(...days.map(({ studiesCount }) => studiesCount));
  const width = days.length * BAR_STEP - (BAR_STEP - BAR_WIDTH);
  return (
    <svg className={classes.bars} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
      {days.map(({ day, studiesCount }, at) => {
        const height = Math.max(MIN_BAR_HEIGHT, (studiesCount / most) * HEIGHT);
        const isToday = at === days.length - 1;
        return (
          <rect
            key={day}
            x={at * BAR_STEP}
            y={HEIGHT - height}
            width={BAR_WIDTH}
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

const labelOf = (days: CountOfDay[], total: number, today: CountOfDay): string => {
  const most = days.reduce((best, one) => (one.studiesCount > best.studiesCount ? one : best));
  return (
    `За ${counted(days.length, 'день', 'дня', 'дней')} ${studies(total)}, сегодня ${formatNumber(today.studiesCount)}; ` +
    `больше всего ${formatDay(most.day)}: ${formatNumber(most.studiesCount)}`
  );
};
