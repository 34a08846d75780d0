import { ActionIcon, Button, Group, SegmentedControl, Select } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconLock } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DayInput } from '../day-input.tsx';
import { CloseDialog } from '../closing/close-dialog.tsx';
import { ClosureDialog } from '../closing/closure-dialog.tsx';
import { type Centre, centresQuery, daysQuery } from '../queries.ts';
import { dayOf } from '../../../../shared/dates/dates.ts';
import { PartBoundary } from '../../../../shared/failures/boundary.tsx';
import { ListShade } from '../../../../shared/lists/list-shade.tsx';
import { mondayOf, shiftDay } from '../times.ts';
import { WeekGrid } from '../week/week-grid.tsx';
import { BookDialog } from './book-dialog.tsx';
import { BookingDialog } from './booking-dialog.tsx';
import { Days } from './days.tsx';
import { useWhomToBook } from './referral-to-book.tsx';
import type { DaysSelection } from '../week/selection.ts';
import { useFirstFreeDay } from './use-first-free-day.ts';
import { Loading } from '../../../../shared/ui/loading.tsx';

/** A window that is wide enough for seven days beside each other. */
const WIDE = '(min-width: 70em)';

const VIEWS = [
  { value: 'day', label: 'День' },
  { value: 'week', label: 'Неделя' },
  { value: 'list', label: 'Список' },
];

const readDate = (search: URLSearchParams): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.exec(search.get('date') ?? '')?.[0];

/**
 * One day or week of a centre on a time axis, or a list. A narrow window has lists only. The URL contains the centre, the date and the view, so that a colleague can
 * open the same page.
 */
export function ScheduleBoard() {
  const { data } = useSuspenseQuery(centresQuery);
  const { timeZone } = data;
  const centres = data.locations.filter(({ archived }) => !archived);
  const { requested, views, view, isWide, setParams, ...params } = useBoardParams();
  const [selection, setSelection] = useState<DaysSelection>({});
  const centre = centres.find(({ locationID }) => locationID === params.centre) ?? centres[0];
  const today = dayOf(new Date(), timeZone);
  const { whom, notice, leave, isBooking } = useWhomToBook();
  const setDate = (day: string) => setParams({ date: day });
  const date = requested ?? today;
  const locationID = isBooking && !requested ? centre?.locationID : undefined;
  const isSearching = useFirstFreeDay({ locationID, today, onFound: setDate });
  const isWeek = view === 'week';
  const [closing, close] = useDisclosure();
  const unselect = () => setSelection({});
  if (!centre) return null;
  return (
    <>
      {notice}
      <Group gap="sm" mb="md">
        {centres.length > 1 && (
          <CentreSelect
            centres={centres}
            value={centre.locationID}
            onChange={(locationID) => setParams({ centre: String(locationID) })}
          />
        )}
        <DateControl isWeek={isWeek} date={date} onChange={setDate} />
        <Button variant="default" onClick={() => setDate(today)}>
          Сегодня
        </Button>
        <ViewSelect value={view} views={views} onChange={(chosen) => setParams({ view: chosen })} />
        <Button variant="default" leftSection={<IconLock size={18} stroke={1.6} />} onClick={close.open}>
          Закрыть время
        </Button>
      </Group>
      <PartBoundary>
        <Schedule
          centre={centre}
          isList={view === 'list' || !isWide}
          // a list of seven days begins with the one that is asked for: today, until another is chosen
          from={isWeek && isWide ? mondayOf(date) : date}
          count={isWeek ? 7 : 1}
          isSearching={isSearching}
          today={today}
          timeZone={timeZone}
          onSelect={setSelection}
        />
      </PartBoundary>
      <CloseDialog
        centre={centre}
        date={date < today ? today : date}
        timeZone={timeZone}
        opened={closing}
        onClose={close.close}
      />
      <ClosureDialog closure={selection.closure} timeZone={timeZone} onClose={unselect} />
      <BookDialog
        slot={selection.slot}
        whom={whom}
        timeZone={timeZone}
        onBooked={() => {
          unselect();
          leave();
        }}
        onClose={unselect}
      />
      <BookingDialog booking={selection.booking} timeZone={timeZone} onClose={unselect} />
    </>
  );
}

/** What is shown, from the URL. A narrow window has lists only. */
function useBoardParams() {
  const [search, setSearch] = useSearchParams();
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const views = isWide ? VIEWS : VIEWS.slice(0, 2);
  return {
    centre: Number(search.get('centre')),
    /** undefined if the URL names no day */
    requested: readDate(search),
    view: views.find(({ value }) => value === search.get('view'))?.value ?? 'day',
    views,
    isWide,
    setParams: (params: Record<string, string>) =>
      setSearch((before) => ({ ...Object.fromEntries(before), ...params }), { replace: true }),
  };
}

interface ScheduleProps {
  centre: Centre;
  isList: boolean;
  from: string;
  count: number;
  /** the days to be shown are not known yet */
  isSearching: boolean;
  today: string;
  timeZone: string;
  onSelect: (selection: DaysSelection) => void;
}

function Schedule({ centre, isList, from, count, isSearching, ...view }: ScheduleProps) {
  const { locationID } = centre;
  const {
    data: days,
    error,
    isPlaceholderData,
  } = useQuery({
    ...daysQuery(locationID, from, count),
    placeholderData: keepPreviousData,
    enabled: !isSearching,
  });
  if (error && !days) throw error;
  if (!days || isSearching) return <Loading height={420} />;
  return (
    <ListShade waiting={isPlaceholderData}>
      {isList ? (
        <Days days={days} locationID={locationID} {...view} />
      ) : (
        <WeekGrid days={days} centre={centre} {...view} />
      )}
    </ListShade>
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

interface ViewSelectProps {
  value: string;
  views: typeof VIEWS;
  onChange: (view: string) => void;
}

const ViewSelect = ({ views, ...select }: ViewSelectProps) => (
  <SegmentedControl aria-label="Показать" data={views} {...select} />
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
