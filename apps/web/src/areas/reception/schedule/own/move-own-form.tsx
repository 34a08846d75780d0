import { Group, Input, Select, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import type { SlotAddress } from '../queries.ts';
import { longDayOf, slotLabel } from '../times.ts';
import { openLocationsQuery } from '../free-slots.ts';
import { DayTimes } from './day-times.tsx';
import { offering } from './offered.ts';
import { errorsOf } from '../patient-draft.ts';
import { freeDaysQuery, type OwnBooking, useMoveOwnBooking } from './queries.ts';
import { TurnDays } from './turn-days.tsx';
import { Loading } from '../../../../shared/ui/loading.tsx';

/** Chooses another free time; the booking keeps its time until the new one is reserved. */
export function MoveOwnForm({ booking, onClose }: { booking: OwnBooking; onClose: () => void }) {
  const { data: open } = useSuspenseQuery(openLocationsQuery);
  // the centre of the booking can be chosen even if it no longer offers the examination
  const fitting = offering(open, booking.examination?.examinationID);
  const locations = open.filter((one) => fitting.includes(one) || one.locationID === booking.locationID);
  const moving = useMoveOwnBooking(booking.bookingID);
  const [locationID, setLocationID] = useState(booking.locationID);
  const [starts, setStarts] = useState<string[]>([]);
  const [slot, setSlot] = useState<SlotAddress & { beginsAt: string }>();
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { data } = useQuery({
    ...freeDaysQuery({ from: starts.at(-1), locationID }),
    placeholderData: keepPreviousData,
  });
  const taken = errorsOf(moving.error)?.time;
  const submit = () => {
    setWasSubmitted(true);
    if (!slot) return;
    const { date, slotUUID } = slot;
    return moving.mutateAsync({ locationID: slot.locationID, date, slotUUID });
  };
  const error = taken ?? (wasSubmitted && !slot ? 'Выберите новое время' : null);
  return (
    <DialogForm
      sending={{ ...moving, error: taken ? null : moving.error }}
      submitLabel="Перенести"
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>
        {booking.patientName}: сейчас {longDayOf(booking.date)}, {slotLabel(booking.beginsAt, booking.date)}.
        {slot && ` Новое время: ${longDayOf(slot.date)}, ${slotLabel(slot.beginsAt, slot.date)}.`}
      </Text>
      {locations.length > 1 && (
        <Select<number>
          label="Где"
          data={locations.map((one) => ({ value: one.locationID, label: one.name }))}
          value={locationID}
          allowDeselect={false}
          onChange={(one) => {
            setLocationID(one ?? booking.locationID);
            setStarts([]);
            setSlot(undefined);
          }}
        />
      )}
      <Input.Wrapper labelElement="div" error={error} errorProps={{ role: 'alert' }}>
        {data ? (
          <DayTimes
            days={data.days.map((day) => ({ date: day.date, slots: day.locations[0]?.slots ?? [] }))}
            chosen={slot?.slotUUID ?? null}
            onChoose={({ slotUUID, beginsAt }, date) => {
              setSlot({ locationID, date, slotUUID, beginsAt });
              moving.reset();
            }}
          />
        ) : (
          <Loading height={180} />
        )}
        {data?.days.length === 0 && <Text c="dimmed">Свободного времени нет.</Text>}
      </Input.Wrapper>
      <Group justify="space-between">
        <TurnDays variant="subtle" starts={starts} next={data?.next} onTurn={setStarts} />
      </Group>
    </DialogForm>
  );
}
