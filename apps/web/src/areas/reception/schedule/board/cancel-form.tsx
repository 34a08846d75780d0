import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { type BookingCard, useCancelBooking } from '../queries.ts';
import { informedOf } from './informed-of.ts';

export function CancelForm({ booking, onClose }: { booking: BookingCard; onClose: () => void }) {
  const cancelling = useCancelBooking(booking.bookingID);
  const [reason, setReason] = useState('');
  const submit = () => cancelling.mutateAsync(reason);
  return (
    <DialogForm sending={cancelling} submitLabel="Отменить запись" danger onSubmit={submit} onClose={onClose}>
      <Text>{[`${booking.patientName}: время освободится`, ...informedOf(booking)].join(', ')}.</Text>
      <Textarea
        label="Причина"
        placeholder="Необязательно"
        autosize
        minRows={2}
        maxRows={4}
        maxLength={MOST_CHARACTERS.line}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </DialogForm>
  );
}
