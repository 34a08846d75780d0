import { ActionIcon, Button, Group, SegmentedControl, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DayInput } from '../day-input.tsx';
import { type BookingCard, centresQuery, type SlotAddress } from '../queries.ts';
import { dayOf, mondayOf, shiftDay } from '../times.ts';
import { BookDialog } from './book-dialog.tsx';
import { BookingDialog } from './booking-dialog.tsx';
import { Days } from './days.tsx';

export interface Chosen {
  /** a free time, to book somebody into */
  slot?: SlotAddress & { beginsAt: string };
  booking?: BookingCard;
}

/** A day or a week of one centre. Which one stands in the URL, so that a colleague can be sent there. */
export function ScheduleBoard() {
  const { data } = useSuspenseQuery(centresQuery);
  const { timeZone } = data;
  const open = data.locations.filter(({ archived }) => !archived);
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<Chosen>({});

  const centre = open.find(({ locationID }) => locationID === Number(search.get('centre'))) ?? open[0];
  const today = dayOf(new Date(), timeZone);
  const asked = search.get('date') ?? '';
  const date = /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : today;
  const week = search.get('view') === 'week';
  const from = week ? mondayOf(date) : date;
  const go = (part: Record<string, string>) =>
    setSearch((before) => ({ ...Object.fromEntries(before), ...part }), { replace: true });
  const step = week ? 7 : 1;
  if (!centre) return null;

  return (
    <>
      <Group gap="sm" mb="md">
        {open.length > 1 && (
          <Select<number>
            aria-label="Центр"
            w={240}
            data={open.map(({ locationID, name }) => ({ value: locationID, label: name }))}
            value={centre.locationID}
            allowDeselect={false}
            onChange={(locationID) => go({ centre: String(locationID) })}
          />
        )}
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="default"
            size={36}
            aria-label={week ? 'Предыдущая неделя' : 'Предыдущий день'}
            onClick={() => go({ date: shiftDay(date, -step) })}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <DayInput
            aria-label="Дата"
            w={130}
            value={date}
            onChange={(day) => {
              if (day) go({ date: day });
            }}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={week ? 'Следующая неделя' : 'Следующий день'}
            onClick={() => go({ date: shiftDay(date, step) })}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </Group>
        <Button variant="default" onClick={() => go({ date: today })}>
          Сегодня
        </Button>
        <SegmentedControl
          aria-label="Показать"
          value={week ? 'week' : 'day'}
          data={[
            { value: 'day', label: 'День' },
            { value: 'week', label: 'Неделя' },
          ]}
          onChange={(view) => go({ view })}
        />
      </Group>
      <Days
        locationID={centre.locationID}
        from={from}
        count={step}
        today={today}
        timeZone={timeZone}
        onChoose={setChosen}
      />
      <BookDialog slot={chosen.slot} timeZone={timeZone} onClose={() => setChosen({})} />
      <BookingDialog booking={chosen.booking} timeZone={timeZone} onClose={() => setChosen({})} />
    </>
  );
}
