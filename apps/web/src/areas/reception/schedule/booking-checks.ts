import { bookByPhone } from '@snimok/contract/reception/schedule';
import { readPastDay } from '../../../shared/dates/past-day.ts';

const { patientName, patientPhone } = bookByPhone.schema.body.shape;

// Each check returns the sentence for input that the server would refuse, or null.

export const checkName = (name: string): string | null =>
  patientName.safeParse(name).success ? null : 'Введите ФИО пациента';

export const checkPhone = (phone: string): string | null =>
  patientPhone.safeParse(phone).success ? null : 'Введите телефон пациента полностью';

/** No error if the date is empty, because it may be entered later. */
export const checkBirthday = (typed: string): string | null => {
  const read = typed.trim() === '' ? { day: null } : readPastDay(typed);
  return 'error' in read ? read.error : null;
};

/** The typed date for a request; null if it is empty. */
export const dayOfBirthday = (typed: string): string | null => {
  const read = readPastDay(typed);
  return 'day' in read ? read.day : null;
};
