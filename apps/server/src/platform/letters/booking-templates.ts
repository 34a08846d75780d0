import type { Attachment } from '../outside/mail/mail.ts';
import { calendarAttachment, whereText } from './booking-calendar.ts';
import type { Paragraph } from './layout.ts';

export interface BookingFacts {
  name: string;
  /** The patient's initials. */
  patient: string;
  location: string;
  address: string;
  /** What the patient does before the examination; absent in letters that an earlier version has queued. */
  preparation?: string;
  /** The phone numbers of the location; absent in letters of an earlier version. */
  phones?: string[];
  /** «понедельник, 23 ноября, 10:30» in the centre's time zone. */
  moment: string;
  beginsAt: string;
  endsAt: string;
  bookingID: number;
  sequence: number;
  writtenAt: string;
  reason: string;
  scheduleURL: string;
}

export type BookingTemplate =
  'booking' | 'booking-moved' | 'booking-cancelled' | 'booking-reminder' | 'booking-missed';

const factsOf = (facts: BookingFacts): Paragraph[] => [
  { fact: 'Когда', value: `${facts.moment} (по времени центра)` },
  { fact: 'Где', value: whereText(facts) },
  ...(facts.phones?.length ? [{ fact: 'Телефон', value: facts.phones.join(', ') }] : []),
  { fact: 'Пациент', value: facts.patient },
];

const preparationOf = ({ preparation }: BookingFacts): Paragraph[] => {
  const [first, ...lines] = (preparation ?? '').split('\n').filter((line) => line.trim() !== '');
  return first === undefined ? [] : [{ fact: 'Подготовка', value: first }, ...lines];
};

const JEWELLERY_REMINDER =
  'Напомните пациенту перед диагностикой снять украшения и аксессуары с головы и шеи.';
const bookAnotherButton = (facts: BookingFacts): Paragraph => ({
  button: 'Записать ещё одного пациента',
  url: facts.scheduleURL,
});

export const bookingTemplates: {
  [T in BookingTemplate]: (facts: BookingFacts) => {
    subject: string;
    paragraphs: Paragraph[];
    attachments: Attachment[];
  };
} = {
  booking: (facts) => ({
    subject: 'Пациент записан на исследование',
    paragraphs: [
      `Здравствуйте, ${facts.name}!`,
      'Ваш пациент записан на исследование.',
      ...factsOf(facts),
      ...preparationOf(facts),
      JEWELLERY_REMINDER,
      bookAnotherButton(facts),
      'Перенести или отменить запись можно в кабинете на странице «Мои записи».',
    ],
    attachments: [calendarOf(facts)],
  }),
  'booking-moved': (facts) => ({
    subject: 'Запись на исследование перенесена',
    paragraphs: [
      `Здравствуйте, ${facts.name}!`,
      'Запись вашего пациента перенесена. Прежнее время больше не действует.',
      ...factsOf(facts),
      ...preparationOf(facts),
      bookAnotherButton(facts),
    ],
    attachments: [calendarOf(facts)],
  }),
  'booking-cancelled': (facts) => ({
    subject: 'Запись на исследование отменена',
    paragraphs: [
      `Здравствуйте, ${facts.name}!`,
      'Запись вашего пациента отменена.',
      ...factsOf(facts),
      ...(facts.reason ? [{ fact: 'Причина', value: facts.reason }] : []),
      { button: 'Записать на другое время', url: facts.scheduleURL },
    ],
    attachments: [calendarOf(facts, true)],
  }),
  'booking-reminder': (facts) => ({
    subject: 'Завтра исследование вашего пациента',
    paragraphs: [
      `Здравствуйте, ${facts.name}!`,
      'Напоминаем: завтра у вашего пациента исследование.',
      ...factsOf(facts),
      ...preparationOf(facts),
      JEWELLERY_REMINDER,
      bookAnotherButton(facts),
    ],
    attachments: [calendarOf(facts)],
  }),
  'booking-missed': (facts) => ({
    subject: 'Пациент не пришёл на исследование',
    paragraphs: [
      `Здравствуйте, ${facts.name}!`,
      'Ваш пациент не пришёл на исследование.',
      ...factsOf(facts),
      { button: 'Записать на другое время', url: facts.scheduleURL },
    ],
    attachments: [],
  }),
};

const calendarOf = (facts: BookingFacts, cancelled = false): Attachment =>
  calendarAttachment({
    ...facts,
    cancelled,
    summary: `Исследование пациента ${facts.patient}`,
    url: facts.scheduleURL,
  });
