import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { monthInWords, monthsUpTo, nextMonth, type Period, previousMonth } from './period.ts';

interface PeriodFilterProps {
  period: Period;
  /** the current month */
  latest: string;
  onChange: (period: Period) => void;
}

const WHOLE_PERIOD = '';

/** Chooses one month or the whole period. */
export function PeriodFilter({ period, latest, onChange }: PeriodFilterProps) {
  const previous = previousMonth(period, latest);
  const next = nextMonth(period, latest);
  const months = monthsUpTo(latest).map((month) => ({ value: month, label: monthInWords(month) }));
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
        data={[{ value: WHOLE_PERIOD, label: 'Весь период' }, ...months]}
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
      <Choice label="Сегодня" chosen={period === latest} onClick={() => onChange(latest)} />
      <Choice label="Весь период" chosen={period === null} onClick={() => onChange(null)} wide />
    </Group>
  );
}

interface ChoiceProps {
  label: string;
  chosen: boolean;
  onClick: () => void;
  /** hidden on a phone, where the list of months has the same option */
  wide?: boolean;
}

const Choice = ({ label, chosen, onClick, wide }: ChoiceProps) => (
  <Button
    visibleFrom={wide ? 'xs' : undefined}
    variant={chosen ? 'light' : 'subtle'}
    px="sm"
    aria-pressed={chosen}
    onClick={onClick}
  >
    {label}
  </Button>
);
