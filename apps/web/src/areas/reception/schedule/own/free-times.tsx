import { Group, Select, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../../../../shared/ui/empty.tsx';
import { ListShade } from '../../../../shared/lists/list-shade.tsx';
import { longDayOf } from '../times.ts';
import { rubles } from '../rubles.ts';
import { type OpenLocation, openLocationsQuery } from '../free-slots.ts';
import { BookDialog } from './book-dialog.tsx';
import { BookingDone } from './booking-done.tsx';
import type { ChosenTime } from './chosen-time.ts';
import { DayTimes } from './day-times.tsx';
import classes from './free-times.module.css';
import { type FreeDay, freeDaysQuery } from './queries.ts';
import { ExaminationSelect } from './examination-select.tsx';
import { findOffered, type Offered, offeredAnywhere, offeredAt, offering } from './offered.ts';
import { TurnDays } from './turn-days.tsx';
import { Loading } from '../../../../shared/ui/loading.tsx';

/** The next free times of all centres: a time, a patient and «Записать» book. */
export function FreeTimes() {
  const { data: locations } = useSuspenseQuery(openLocationsQuery);
  const [examinationID, setExaminationID] = useState<number | null>(null);
  const [wantedID, setLocationID] = useState<number>();
  const offeredBy = offering(locations, examinationID);
  // a chosen centre that does not offer the examination is ignored
  const locationID = offeredBy.find((one) => one.locationID === wantedID)?.locationID;
  const offered = offeredAnywhere(locations);
  const [starts, setStarts] = useState<string[]>([]);
  const [chosen, setChosen] = useState<ChosenTime>();
  const [bookedID, setBookedID] = useState<number>();
  const { data, error, isPlaceholderData } = useQuery({
    ...freeDaysQuery({ from: starts.at(-1), locationID, examinationID }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) throw error;
  const choose = (time: ChosenTime) => {
    setBookedID(undefined);
    setChosen(time);
  };
  return (
    <Stack gap="md" component="section" aria-label="Ближайшее время во всех центрах">
      {bookedID !== undefined && <BookingDone bookingID={bookedID} onClose={() => setBookedID(undefined)} />}
      <Group justify="space-between" align="flex-end" gap="sm">
        <Title order={2}>Ближайшее время</Title>
        <Group gap="xs" className={classes.controls}>
          {offered.length > 0 && (
            <ExaminationSelect
              aria-label="Исследование"
              none="Любое исследование"
              offered={offered}
              value={examinationID}
              onChange={(one) => {
                setExaminationID(one);
                setStarts([]);
              }}
            />
          )}
          {locations.length > 1 && (
            <Select<number>
              aria-label="Где"
              data={[
                { value: 0, label: 'Все адреса' },
                ...offeredBy.map((one) => ({ value: one.locationID, label: one.name })),
              ]}
              value={locationID ?? 0}
              allowDeselect={false}
              onChange={(one) => {
                setLocationID(one || undefined);
                setStarts([]);
              }}
            />
          )}
          <TurnDays starts={starts} next={data?.next} onTurn={setStarts} />
        </Group>
      </Group>
      {data ? (
        <ListShade waiting={isPlaceholderData}>
          <Places days={data.days} locations={locations} examinationID={examinationID} onChoose={choose} />
        </ListShade>
      ) : (
        <Loading height={320} />
      )}
      <BookDialog
        time={chosen}
        onClose={() => setChosen(undefined)}
        onBooked={(bookingID) => {
          setChosen(undefined);
          setBookedID(bookingID);
        }}
      />
    </Stack>
  );
}

interface PlacesProps {
  days: FreeDay[];
  locations: OpenLocation[];
  examinationID: number | null;
  onChoose: (time: ChosenTime) => void;
}

/** The times of each centre that has some in these days. */
function Places({ days, locations, examinationID, onChoose }: PlacesProps) {
  const places = locations.filter(({ locationID }) =>
    days.some((day) => day.locations.some((one) => one.locationID === locationID)),
  );
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last)
    return (
      <Empty icon={IconCalendarOff} title="Свободного времени нет">
        На ближайшие дни всё занято. Позвоните в центр или напишите ему.
      </Empty>
    );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" role="status">
        {longDayOf(first.date)} – {longDayOf(last.date)}. Время указано по часам вашего устройства.
      </Text>
      {places.map(({ locationID, name, address, prices }) => (
        <div key={locationID} className={classes.place}>
          <Group justify="space-between" gap="xs">
            <Title order={3} size="h4">
              {name}
            </Title>
            <PriceHere offered={findOffered({ prices }, examinationID)} />
          </Group>
          {address && (
            <Text size="sm" c="dimmed">
              {address}
            </Text>
          )}
          <div className={classes.days}>
            <DayTimes
              key={first.date}
              where={name}
              days={days.map((day) => ({
                date: day.date,
                slots: day.locations.find((one) => one.locationID === locationID)?.slots ?? [],
              }))}
              onChoose={({ slotUUID, beginsAt }, date) =>
                onChoose({
                  locationID,
                  date,
                  slotUUID,
                  beginsAt,
                  name,
                  address,
                  offered: offeredAt({ prices }),
                  examinationID,
                })
              }
            />
          </div>
        </div>
      ))}
    </Stack>
  );
}

/** What the chosen examination costs at this centre. */
const PriceHere = ({ offered }: { offered: Offered | undefined }) =>
  offered && (
    <Text fw={600}>
      <VisuallyHidden>Цена: </VisuallyHidden>
      {rubles.format(offered.rubles)}
    </Text>
  );
