import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from '../../platform/lists/list-tools.module.css';
import { isDay, monthsUpTo, nextMonth, type Period, periodInWords, previousMonth } from './period.ts';

interface PeriodFilterProps {
  period: Period;
  /** today in the centre's time zone, YYYY-MM-DD */
  today: string;
  onChange: (period: Period) => void;
}

const WHOLE_PERIOD = '';

/** Chooses today, one month or the whole period. Shows any other day that a link contains. */
export function PeriodFilter({ period, today, onChange }: PeriodFilterProps) {
  const latest = today.slice(0, 7);
  const previous = previousMonth(period, latest);
  const next = nextMonth(period, latest);
  const periods = period && isDay(period) ? [period, ...monthsUpTo(latest)] : monthsUpTo(latest);
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
      <Choice label="Сегодня" chosen={period === today} onClick={() => onChange(today)} />
      <Choice label="Этот месяц" chosen={period === latest} onClick={() => onChange(latest)} wide />
      <Choice label="Весь период" chosen={period === null} onClick={() => onChange(null)} wide />
    </Group>
  );
}

interface ChoiceProps {
  label: string;
  chosen: boolean;
  onClick: () => void;
  /** hidden in a narrow window: the list of months has the same option */
  wide?: boolean;
}

const Choice = ({ label, chosen, onClick, wide }: ChoiceProps) => (
  <Button
    className={wide ? classes.wide : undefined}
    visibleFrom={wide ? 'xs' : undefined}
    variant={chosen ? 'light' : 'subtle'}
    px="sm"
    aria-pressed={chosen}
    onClick={onClick}
  >
    {label}
  </Button>
);
