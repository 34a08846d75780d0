import { useSuspenseQuery } from '@tanstack/react-query';
import { doctorSettingsQuery } from '../../../platform/access/settings.ts';
import { ReminderForm } from '../reminder-form.tsx';
import { type OwnBooking, useSetOwnReminder } from './queries.ts';

/** The consent of the patient of an own booking. */
export function OwnReminderForm({ booking, onClose }: { booking: OwnBooking; onClose: () => void }) {
  const saving = useSetOwnReminder(booking.bookingID);
  const { data: settings } = useSuspenseQuery(doctorSettingsQuery);
  return (
    <ReminderForm
      patientName={booking.patientName}
      patientPhone={booking.patientPhone}
      consent={{ agreed: booking.reminder, email: booking.reminderEmail ?? null }}
      canText={settings.patientTextsEnabled ?? false}
      saving={saving}
      onClose={onClose}
    />
  );
}
