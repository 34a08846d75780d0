import type { BookingCard } from '../queries.ts';

/** Who is informed when a booking is cancelled or moved: the patient only if a message named the time of the visit. */
export const informedOf = ({ doctorName, patientMessage }: BookingCard): string[] => [
  ...(doctorName === null ? [] : ['клиент получит письмо']),
  ...(patientMessage ? [`пациент получит ${patientMessage.channel === 'letter' ? 'письмо' : 'СМС'}`] : []),
];
