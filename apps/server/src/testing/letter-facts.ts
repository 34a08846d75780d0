import type { LetterFacts } from '../platform/letters/templates.ts';

const booking = {
  name: 'Анна',
  patient: 'И. И. С.',
  location: 'Центр на Мира',
  address: 'проспект Мира, 1',
  moment: 'понедельник, 23 ноября, 10:30',
  beginsAt: '2026-11-23T07:30:00.000Z',
  endsAt: '2026-11-23T08:00:00.000Z',
  bookingID: 7,
  sequence: 2,
  writtenAt: '2026-11-21T09:00:00.000Z',
  reason: 'Аппарат на обслуживании',
  scheduleURL: 'https://snimok.example/doctor-area/schedule',
};
export const letterFacts: LetterFacts = {
  booking,
  'booking-moved': booking,
  'booking-cancelled': booking,
  'booking-reminder': booking,
  welcome: {
    name: 'Анна',
    email: 'anna@clinic.test',
    password: 'Xk7mPqRs2TuVwY',
    signInURL: 'https://snimok.example',
    validMinutes: 72 * 60,
  },
  'new-password': {
    name: 'Анна',
    email: 'anna@clinic.test',
    password: 'Xk7mPqRs2TuVwY',
    signInURL: 'https://snimok.example',
    validMinutes: 72 * 60,
  },
  'password-reset': { name: 'Анна', resetURL: 'https://snimok.example/forgot-password/t0-ken', minutes: 60 },
  'patient-share': { name: 'Анна', ownerName: 'Борис', patientURL: 'https://snimok.example/doctor-area/x' },
  'access-request': { name: 'Анна', askerName: 'Борис', shareURL: 'https://snimok.example/doctor-area/x' },
  'study-ready': {
    name: 'Анна',
    patient: 'И. И. С.',
    type: 'cbct',
    studyURL: 'https://snimok.example/doctor-area/patients/3/studies#study-4',
  },
  'segmentation-ready': {
    name: 'Клиника «Белая линия»',
    patient: 'И. И. И.',
    studyURL: 'https://portal.test/doctor-area/patients/7/studies#study-9',
  },
  'external-share': {
    shareURL: 'https://snimok.example/external-area/study#t0-ken',
    lastDay: '2026-12-21',
    hasPIN: true,
  },
};
