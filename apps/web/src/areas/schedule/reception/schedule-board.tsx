import { ActionIcon, Button, Group, SegmentedControl, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DayInput } from '../day-input.tsx';
import { type Centre, centresQuery } from '../queries.ts';
import { dayOf } from '../../../shared/dates.ts';
import { PartBoundary } from '../../../shared/ui/boundary.tsx';
import { mondayOf, shiftDay } from '../times.ts';
import { BookDialog } from './book-dialog.tsx';
import { BookingDialog } from './booking-dialog.tsx';
import { Days, type DaysSelection } from './days.tsx';

/**
 * One day or week of a centre. The URL contains the centre, the date and the view, so that a colleague can
 * open the same page.
 */
export function ScheduleBoard() {
  const { data } = useSuspenseQuery(centresQuery);
  const { timeZone } = data;
  const centres = data.locations.filter(({ archived }) => !archived);
  const [search, setSearch] = useSearchParams();
  const [selection, setSelection] = useState<DaysSelection>({});

  const centre = centres.find(({ locationID }) => locationID === Number(search.get('centre'))) ?? centres[0];
  const today = dayOf(new Date(), timeZone);
  const requestedDate = search.get('date') ?? '';
  const date = /^\d{4}-\d{2}-\d{2}$/.test(requestedDate) ? requestedDate : today;
  const isWeek = search.get('view') === 'week';
  const setParams = (params: Record<string, string>) =>
    setSearch((before) => ({ ...Object.fromEntries(before), ...params }), { replace: true });
  if (!centre) return null;

  return (
    <>
      <Group gap="sm" mb="md">
        {centres.length > 1 && (
          <CentreSelect
            centres={centres}
            value={centre.locationID}
            onChange={(locationID) => setParams({ centre: String(locationID) })}
          />
        )}
        <DateControl isWeek={isWeek} date={date} onChange={(day) => setParams({ date: day })} />
        <Button variant="default" onClick={() => setParams({ date: today })}>
          Сегодня
        </Button>
        <SegmentedControl
          aria-label="Показать"
          value={isWeek ? 'week' : 'day'}
          data={[
            { value: 'day', label: 'День' },
            { value: 'week', label: 'Неделя' },
          ]}
          onChange={(view) => setParams({ view })}
        />
      </Group>
      <PartBoundary>
        <Days
          locationID={centre.locationID}
          from={isWeek ? mondayOf(date) : date}
          count={isWeek ? 7 : 1}
          today={today}
          timeZone={timeZone}
          onSelect={setSelection}
        />
      </PartBoundary>
      <BookDialog slot={selection.slot} timeZone={timeZone} onClose={() => setSelection({})} />
      <BookingDialog booking={selection.booking} timeZone={timeZone} onClose={() => setSelection({})} />
    </>
  );
}

interface CentreSelectProps {
  centres: Centre[];
  value: number;
  onChange: (locationID: number | null) => void;
}

const CentreSelect = ({ centres, value, onChange }: CentreSelectProps) => (
  <Select<number>
    aria-label="Центр"
    w={240}
    data={centres.map(({ locationID, name }) => ({ value: locationID, label: name }))}
    value={value}
    allowDeselect={false}
    onChange={onChange}
  />
);

interface DateControlProps {
  isWeek: boolean;
  date: string;
  onChange: (date: string) => void;
}

function DateControl({ isWeek, date, onChange }: DateControlProps) {
  const step = isWeek ? 7 : 1;
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isWeek ? 'Предыдущая неделя' : 'Предыдущий день'}
        onClick={() => onChange(shiftDay(date, -step))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <DayInput
        aria-label="Дата"
        w={130}
        value={date}
        onChange={(day) => {
          if (day) onChange(day);
        }}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isWeek ? 'Следующая неделя' : 'Следующий день'}
        onClick={() => onChange(shiftDay(date, step))}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  );
}
