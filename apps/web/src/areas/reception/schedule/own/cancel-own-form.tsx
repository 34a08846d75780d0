import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { longDayOf, slotLabel } from '../times.ts';
import { type OwnBooking, useCancelOwnBooking } from './queries.ts';

export function CancelOwnForm({ booking, onClose }: { booking: OwnBooking; onClose: () => void }) {
  const cancelling = useCancelOwnBooking(booking.bookingID);
  const [reason, setReason] = useState('');
  const submit = () => cancelling.mutateAsync(reason);
  return (
    <DialogForm sending={cancelling} submitLabel="Отменить запись" danger onSubmit={submit} onClose={onClose}>
      <Text>
        {booking.patientName}, {longDayOf(booking.date)}, {slotLabel(booking.beginsAt, booking.date)}. Время
        освободится, центр увидит отмену сразу.
      </Text>
      <TextInput
        label="Причина"
        placeholder="Необязательно"
        maxLength={MOST_CHARACTERS.line}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </DialogForm>
  );
}
