import { Sex } from '@snimok/contract/values/fields';
import { StudyType } from '@snimok/contract/studies/studies';
import type { WorklistItem } from '@snimok/contract/reception/dicom-worklist';
import type { z } from 'zod';
import type { BookingRow } from '../schedule/booking-rows/booking-queries.ts';
import type { WaitingStudy } from './queries.ts';

type Item = z.input<typeof WorklistItem>;

export const presentStudy = (study: WaitingStudy): Item => ({
  accessionNumber: `S${study.studyID}`,
  studyID: study.studyID,
  bookingID: null,
  patientID: study.patientID,
  name: study.name,
  birthday: study.birthday,
  sex: Sex.parse(study.sex),
  studyType: StudyType.parse(study.type),
  doctorID: study.doctorID,
  doctorName: study.doctorName,
  beginsAt: (study.bookedAt ?? study.createdAt).toISOString(),
});

export const presentBooking = (booking: BookingRow): Item => ({
  accessionNumber: `B${booking.id}`,
  studyID: null,
  bookingID: booking.id,
  patientID: booking.patientID,
  name: booking.patientName,
  birthday: booking.patientBirthday,
  sex: null,
  studyType: null,
  doctorID: booking.doctorID,
  doctorName: booking.doctorName,
  beginsAt: booking.beginsAt.toISOString(),
});
