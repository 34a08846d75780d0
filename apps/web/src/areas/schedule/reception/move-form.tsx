import { Input, Select, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { DialogForm } from '../../../shared/ui/dialog-form.tsx';
import { useSingleFlight } from '../../../shared/use-single-flight.ts';
import { DayInput } from '../day-input.tsx';
import { type BookingCard, centresQuery, daysQuery, useMoveBooking } from '../queries.ts';
import { SlotButtons } from '../slot-buttons.tsx';
import { dayOf } from '../../../shared/dates.ts';

interface MoveFormProps {
  booking: BookingCard;
  timeZone: string;
  onClose: () => void;
}

export function MoveForm({ booking, timeZone, onClose }: MoveFormProps) {
  const { data } = useSuspenseQuery(centresQuery);
  const moving = useMoveBooking(booking.bookingID);
  const runSingle = useSingleFlight();
  const [locationID, setLocationID] = useState(booking.locationID);
  const [date, setDate] = useState(booking.date);
  const [slotUUID, setSlotUUID] = useState<string | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { data: days } = useQuery(daysQuery(locationID, date, 1));
  const free = days?.[0]?.slots.filter((slot) => slot.free > 0);
  const today = dayOf(new Date(), timeZone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (slotUUID) runSingle(() => moving.mutateAsync({ locationID, date, slotUUID }));
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
          <Skeleton height={180} aria-label="загрузка..." />
        )}
      </Input.Wrapper>
    </DialogForm>
  );
}
