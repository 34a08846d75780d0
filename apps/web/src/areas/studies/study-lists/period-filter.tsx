import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from '../../platform/lists/list-tools.module.css';
import {
  type DatedBy,
  isDay,
  monthsUpTo,
  nextMonth,
  type Period,
  periodInWords,
  previousMonth,
} from './period.ts';

interface PeriodFilterProps {
  period: Period;
  by: DatedBy;
  /** today in the centre's time zone, YYYY-MM-DD */
  today: string;
  onChange: (period: Period) => void;
  onDatesChange: (by: DatedBy) => void;
}

const WHOLE_PERIOD = '';

const DATES: { value: DatedBy; label: string }[] = [
  { value: 'upload', label: 'По дате загрузки' },
  { value: 'examination', label: 'По дате исследования' },
];

/** Chooses today, one month or the whole period, of uploads or examinations. Shows any other day that a link contains. */
export function PeriodFilter({ period, by, today, onChange, onDatesChange }: PeriodFilterProps) {
  const latest = today.slice(0, 7);
  const previous = previousMonth(period, latest, by);
  const next = nextMonth(period, latest);
  const months = monthsUpTo(latest, by);
  const periods = period && isDay(period) ? [period, ...months] : months;
  const options = periods.map((value) => ({ value, label: periodInWords(value) }));
  return (
    <Group gap={6} role="group" aria-label="Период">
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Предыдущий месяц"
        title="Предыдущий месяц"
        disabled={previous === null}
        onClick={() => onChange(previous)}
      >
        <IconChevronLeft size={18} stroke={1.8} />
      </ActionIcon>
      <NativeSelect
        aria-label="Месяц"
        w={{ base: 158, xs: 172 }}
        data={[{ value: WHOLE_PERIOD, label: 'Весь период' }, ...options]}
        value={period ?? WHOLE_PERIOD}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Следующий месяц"
        title="Следующий месяц"
        disabled={next === null}
        onClick={() => onChange(next)}
      >
        <IconChevronRight size={18} stroke={1.8} />
      </ActionIcon>
      <Button
        variant={period === today ? 'light' : 'subtle'}
        px="sm"
        aria-pressed={period === today}
        onClick={() => onChange(today)}
      >
        Сегодня
      </Button>
      {(period !== null || by === 'examination') && (
        <NativeSelect
          className={classes.dates}
          aria-label="По какой дате"
          data={DATES}
          value={by}
          onChange={({ currentTarget }) => onDatesChange(currentTarget.value as DatedBy)}
        />
      )}
    </Group>
  );
}
