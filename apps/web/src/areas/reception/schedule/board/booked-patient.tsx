import { Text } from '@mantine/core';
import { formatPhone } from '../../../../shared/contacts/phone.ts';
import type { BookingCard } from '../queries.ts';

export const BookedPatient = ({ booking: { patientName, patientPhone } }: { booking: BookingCard }) => (
  <div>
    <Text fw={600}>{patientName}</Text>
    <Text c="dimmed">{formatPhone(patientPhone)}</Text>
  </div>
);
