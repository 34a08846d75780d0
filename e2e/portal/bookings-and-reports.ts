import { randomUUID } from 'node:crypto';
import { listOfferedExaminations } from '@snimok/contract/reception/examinations';
import { listFreeDays } from '@snimok/contract/reception/own-bookings';
import { sendReferral } from '@snimok/contract/reception/referrals';
import {
  getReportDraft,
  saveReportDraft,
  signReport,
  startReport,
} from '@snimok/contract/reporting/report-drafts';
import { listReportTemplates } from '@snimok/contract/reporting/report-templates';
import { bookSlot } from '@snimok/contract/reception/schedule';
import type { Calls } from './api-sign-in.ts';

// Bookings, referrals and reports without a browser.

const PHONE = '+79991234567';
const isWoman = (name: string) => name.endsWith('на');
export const sexOf = (name: string) => (isWoman(name) ? 'F' : 'M');

/** A clinic books a patient. Each number gets a slot of its own, counted from the last slot of a day. */
export const book = async (calls: Calls, patientName: string, number: number) => {
  const { days } = await calls(listFreeDays, { query: { count: '5' } });
  const { date, locations } = days[number % days.length]!;
  const { locationID, slots } = locations[0]!;
  const { slotUUID } = slots.at(-1 - Math.floor(number / days.length))!;
  const body = { patientName, patientPhone: PHONE, requestUUID: randomUUID() };
  const { bookingID } = await calls(bookSlot, { params: { locationID, date, slotUUID }, body });
  return { bookingID, date };
};

interface Requested {
  name: string;
  birthday: string;
  bookingID: number | null;
  question: string;
}

/** A clinic sends the referral of a new patient for a radiograph. */
export const refer = async (
  calls: Calls,
  { name, birthday, bookingID, question }: Requested,
): Promise<string> => {
  const { examinations } = await calls(listOfferedExaminations);
  const { examinationID } = examinations.find(({ studyType }) => studyType === 'rg')!;
  const referralUUID = randomUUID();
  const patient = { name, sex: isWoman(name) ? 'female' : 'male', birthday, phone: PHONE } as const;
  await calls(sendReferral, {
    body: { referralUUID, patient, examinationID, teeth: [36], bookingID, question },
  });
  return referralUUID;
};

/** Begins the report on a radiograph with its first template, and writes only the conclusion. */
export const draftReport = async (calls: Calls, studyID: number, conclusion: string): Promise<void> => {
  const params = { studyID };
  const { templates } = await calls(listReportTemplates);
  const { templateID } = templates.find(({ studyType }) => studyType === 'rg')!;
  await calls(startReport, { params, body: { templateID } });
  const { parts } = await calls(getReportDraft, { params });
  const { version } = parts.find(({ part }) => part === 'conclusion')!;
  const change = { kind: 'text', part: 'conclusion', version, value: conclusion } as const;
  await calls(saveReportDraft, { params, body: { changes: [change] } });
};

/** Signs the draft; returns the number of the report. */
export const signDraft = async (calls: Calls, studyID: number): Promise<number> => {
  const params = { studyID };
  const { version } = await calls(getReportDraft, { params });
  const body = { reportUUID: randomUUID(), version, reason: '' };
  return (await calls(signReport, { params, body })).number;
};
