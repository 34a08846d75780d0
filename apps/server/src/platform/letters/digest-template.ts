import type { Paragraph } from './layout.ts';
import type { NotificationKind } from '@snimok/contract/people/notification-choices';

export interface DigestFacts {
  name: string;
  isWeekly: boolean;
  /**
   * `kind` is a kind of contract/notifications.ts; `title` contains at most a patient's initials; `path` is the path
   * of the page, by which an erasure finds the letter
   */
  sections: { kind: string; items: { title: string; path: string }[] }[];
  /** the number of lines that are not shown */
  more: number;
  portalURL: string;
}

const HEADINGS: Record<string, string> & Record<Exclude<NotificationKind, 'sign-ins'>, string> = {
  studies: 'Исследования',
  reports: 'Заключения',
  bookings: 'Записи',
  messages: 'Сообщения центра',
  shares: 'Доступ к пациентам коллег',
  requests: 'Запросы доступа к вашим пациентам',
};

const numberOf = (count: number): string => {
  const form = new Intl.PluralRules('ru').select(count);
  const words: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'событие', few: 'события' };
  return `${count} ${words[form] ?? 'событий'}`;
};

export const digest = ({ name, isWeekly, sections, more, portalURL }: DigestFacts) => ({
  subject: `Что нового за ${isWeekly ? 'неделю' : 'день'} в кабинете «Снимок»`,
  paragraphs: [
    `Здравствуйте, ${name}!`,
    `Вот что произошло ${isWeekly ? 'за последнюю неделю' : 'с прошлого общего письма'}.`,
    ...sections.flatMap(({ kind, items }): Paragraph[] => [
      { heading: HEADINGS[kind] ?? 'Другое' },
      ...items.map(({ title }) => ({ item: title })),
    ]),
    ...(more > 0 ? [`И ещё ${numberOf(more)}: вы увидите их в кабинете.`] : []),
    { button: 'Открыть кабинет', url: portalURL },
    'О чём и когда приходит общее письмо, вы выбираете в профиле.',
  ] satisfies Paragraph[],
});
