import { Input, Select, SimpleGrid, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { DayInput } from '../day-input.tsx';
import {
  type BookingCard,
  type Centre,
  centresQuery,
  daysQuery,
  type ReceptionSlot,
  useMoveBooking,
} from '../queries.ts';
import { informedOf } from './informed-of.ts';
import { isFree, openBookings, placesOf, seatName } from '../week/layout.ts';
import { SlotButtons } from '../slot-buttons.tsx';
import { dayOf } from '../../../../shared/dates/dates.ts';
import { Loading } from '../../../../shared/ui/loading.tsx';

/** The choice of whichever seat is free. */
const ANY = 0;

interface MoveFormProps {
  booking: BookingCard;
  timeZone: string;
  onClose: () => void;
}

export function MoveForm({ booking, timeZone, onClose }: MoveFormProps) {
  const { data } = useSuspenseQuery(centresQuery);
  const moving = useMoveBooking(booking);
  const [locationID, setLocationID] = useState(booking.locationID);
  const [date, setDate] = useState(booking.date);
  const [slotUUID, setSlotUUID] = useState<string | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [place, setPlace] = useState(ANY);
  const { data: days } = useQuery(daysQuery(locationID, date, 1));
  const day = days?.[0];
  const isOpen = (one: number) => (slot: ReceptionSlot) =>
    one === ANY
      ? slot.free > 0
      : isFree(slot, one, { bookings: openBookings(day ?? { bookings: [] }), closures: day?.closures ?? [] });
  const free = day?.slots.filter(isOpen(place));
  const centre = data.locations.find((one) => one.locationID === locationID);
  const today = dayOf(new Date(), timeZone);
  const informed = informedOf(booking);
  const submit = () => {
    setWasSubmitted(true);
    if (slotUUID) return moving.mutateAsync({ locationID, date, slotUUID, ...(place !== ANY && { place }) });
  };
  return (
    <DialogForm sending={moving} submitLabel="Перенести" onSubmit={submit} onClose={onClose}>
      <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="md">
        <Select<number>
          label="Центр"
          data={data.locations
            .filter(({ archived }) => !archived)
            .map((one) => ({ value: one.locationID, label: one.name }))}
          value={locationID}
          allowDeselect={false}
          onChange={(chosen) => {
            setLocationID(chosen ?? booking.locationID);
            setPlace(ANY);
            setSlotUUID(null);
          }}
        />
        <DayInput
          label="Дата"
          minDate={today}
          value={date}
          onChange={(day) => {
            if (day) setDate(day);
            setSlotUUID(null);
          }}
        />
      </SimpleGrid>
      {centre && centre.capacity > 1 && (
        <PlaceSelect
          centre={centre}
          value={place}
          onChange={(chosen) => {
            setPlace(chosen);
            setSlotUUID(null);
          }}
        />
      )}
      <Input.Wrapper
        labelElement="div"
        error={wasSubmitted && slotUUID === null ? 'Выберите время' : null}
        errorProps={{ role: 'alert' }}
      >
        {free ? (
          <SlotButtons
            slots={free}
            day={date}
            timeZone={timeZone}
            chosen={slotUUID}
            onChoose={(slot) => setSlotUUID(slot.slotUUID)}
          />
        ) : (
          <Loading height={180} />
        )}
      </Input.Wrapper>
      {informed.length > 0 && <Text>О новом времени {informed.join(', ')}.</Text>}
    </DialogForm>
  );
}

interface PlaceSelectProps {
  centre: Centre;
  value: number;
  onChange: (place: number) => void;
}

const PlaceSelect = ({ centre, value, onChange }: PlaceSelectProps) => (
  <Select<number>
    label="Место"
    data={[
      { value: ANY, label: 'Любое свободное' },
      ...placesOf([], centre.capacity).map((place) => ({
        value: place,
        label: seatName(centre.seats, place),
      })),
    ]}
    value={value}
    allowDeselect={false}
    onChange={(chosen) => onChange(chosen ?? ANY)}
  />
);
