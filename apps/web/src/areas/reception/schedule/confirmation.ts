import { normalizePhone } from '@snimok/contract/values/phone-numbers';
import { formatPhone } from '../../../shared/contacts/phone.ts';
import { checkPhone } from './booking-checks.ts';

/** The patient's consent to messages about a booking, as it is typed. */
export interface TypedConsent {
  reminder: boolean;
  email: string;
  phone: string;
}

export const emptyConsent = { reminder: false, email: '' };

/** The consent as part of a request body. */
export const consentBody = ({ reminder, email }: Pick<TypedConsent, 'reminder' | 'email'>) => ({
  reminderAgreed: reminder,
  patientEmail: reminder ? email.trim() : null,
});

const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());

/** Whether the number is complete but can get no text messages, for example without the code of its city. */
const isNotTextable = (phone: string) => checkPhone(phone) === null && normalizePhone(phone) === null;

/** What is wrong with the address for messages. Where text messages are sent, it may be missing. */
export const checkConsent = (
  { reminder, email, phone }: TypedConsent,
  canText: boolean,
): string | undefined => {
  if (!reminder || isEmail(email)) return undefined;
  if (!canText || email.trim() !== '') return 'Введите корректный e-mail';
  return isNotTextable(phone) ? 'На этот номер СМС не отправить: введите e-mail' : undefined;
};

/** Where the confirmation of the booking goes, or why it is not sent. */
export const confirmationInWords = (consent: TypedConsent, canText: boolean): string => {
  const { reminder, email, phone } = consent;
  if (!reminder) return 'Подтверждение не уйдёт: согласие пациента не отмечено';
  if (isEmail(email)) return `Подтверждение уйдёт сразу на ${email.trim()}`;
  if (checkConsent(consent, canText)) return 'Подтверждение не уйдёт, пока не введён e-mail пациента';
  return checkPhone(phone)
    ? 'Подтверждение уйдёт по СМС на телефон пациента'
    : `Подтверждение уйдёт сразу по СМС на ${formatPhone(phone)}`;
};
