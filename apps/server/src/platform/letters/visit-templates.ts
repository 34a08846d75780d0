import type { Attachment } from '../outside/mail/mail.ts';
import { calendarAttachment, whereText } from './booking-calendar.ts';
import type { Paragraph } from './layout.ts';

/** Letters to patients contain no name, because other people may read the mailbox. */
interface VisitFacts {
  bookingID: number;
  location: string;
  address: string;
  /** «понедельник, 23 ноября, 10:30» in the centre's time zone. */
  moment: string;
  beginsAt: string;
  endsAt: string;
  sequence: number;
  writtenAt: string;
  /** The URL of the visit's page; its fragment is the token. */
  visitURL: string;
}

interface VisitReminderFacts extends VisitFacts {
  preparation: string;
  /** Whether an earlier message named another time. */
  moved: boolean;
  /** Whether the visit has just been booked; absent in letters of an earlier version. */
  booked?: boolean;
}

export interface VisitLetterFacts {
  'visit-reminder': VisitReminderFacts;
  'visit-cancelled': VisitFacts;
}

const factsOf = (facts: VisitFacts): Paragraph[] => [
  { fact: 'Когда', value: `${facts.moment} (по времени центра)` },
  { fact: 'Где', value: whereText(facts) },
];

const calendarOf = (facts: VisitFacts, cancelled: boolean): Attachment =>
  calendarAttachment({
    ...facts,
    cancelled,
    summary: 'Исследование в диагностическом центре',
    url: new URL(facts.visitURL).origin,
  });

const reminderOf = ({ moved, booked }: VisitReminderFacts) => {
  if (booked) return { subject: 'Вы записаны на исследование', sentence: 'Вы записаны на исследование.' };
  if (moved)
    return {
      subject: 'Время вашего исследования изменилось',
      sentence: 'Время вашего визита изменилось. Прежнее больше не действует.',
    };
  return {
    subject: 'Напоминание: исследование в диагностическом центре',
    sentence: 'Напоминаем о вашем визите на исследование.',
  };
};

export const visitTemplates: {
  [T in keyof VisitLetterFacts]: (facts: VisitLetterFacts[T]) => {
    subject: string;
    paragraphs: Paragraph[];
    attachments: Attachment[];
  };
} = {
  'visit-reminder': (facts) => ({
    subject: reminderOf(facts).subject,
    paragraphs: [
      'Здравствуйте!',
      reminderOf(facts).sentence,
      ...factsOf(facts),
      facts.preparation,
      {
        button: facts.booked ? 'Перенести или отменить визит' : 'Подтвердить, перенести или отменить',
        url: facts.visitURL,
      },
      'Ссылка только для вас: не пересылайте её. После визита она перестанет действовать.',
    ],
    attachments: [calendarOf(facts, false)],
  }),
  'visit-cancelled': (facts) => ({
    subject: 'Ваш визит на исследование отменён',
    paragraphs: [
      'Здравствуйте!',
      'Ваш визит на исследование отменён. Приходить в это время не нужно.',
      ...factsOf(facts),
      { button: 'Открыть визит', url: facts.visitURL },
      'Если вы не просили отменить визит, позвоните врачу, который вас записал, или в центр.',
    ],
    attachments: [calendarOf(facts, true)],
  }),
};
