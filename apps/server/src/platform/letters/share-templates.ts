import { centreTitle } from '@snimok/contract/administration/centre-title';
import type { CentreContacts } from '../letterhead/letterhead.ts';
import { russianDay } from '../time-and-sizes/calendar.ts';
import type { Paragraph } from './layout.ts';

export interface ShareLetterFacts {
  /**
   * `lastDay`: YYYY-MM-DD; `study`: for example «КЛКТ от 24.11.2026»; `byDoctor`: the sender is the patient's doctor. Letters
   * of an earlier version lack `senderName`, `study` and `byDoctor`
   */
  'external-share': {
    shareURL: string;
    lastDay: string;
    hasPIN: boolean;
    senderName?: string;
    study?: string;
    byDoctor?: boolean;
  };
  /** A letter to the patient herself. `lastDay`: YYYY-MM-DD */
  'patient-access': { shareURL: string; lastDay: string };
}

interface LetterContent {
  subject: string;
  paragraphs: Paragraph[];
}

const opener = (doctorName: string | undefined, centreName: string): string =>
  doctorName
    ? `${doctorName} открывает вам исследование своего пациента`
    : `${centreTitle(centreName)} открыл вам исследование`;

type Render<T extends keyof ShareLetterFacts> = (
  facts: ShareLetterFacts[T],
  centre: CentreContacts,
) => LetterContent;

/** Letters that contain a link to a study, for people without an account. */
export const shareTemplates: { [T in keyof ShareLetterFacts]: Render<T> } = {
  'patient-access': ({ shareURL, lastDay }) => ({
    subject: 'Ваш снимок готов',
    paragraphs: [
      'Здравствуйте!',
      'Ваш снимок можно посмотреть и сохранить с телефона или компьютера. Регистрация не нужна.',
      { button: 'Открыть снимок', url: shareURL },
      'Страница попросит ПИН-код: его вам дали в центре отдельно от этого письма.',
      `Снимок доступен до ${russianDay(lastDay)}. Врачу можно переслать это письмо, а код сообщите сами, например по телефону.`,
      'Если вы не ждали этого письма, просто удалите его.',
    ],
  }),
  'external-share': ({ shareURL, lastDay, hasPIN, senderName, study, byDoctor }, { name }) => ({
    subject: 'Вам открыли доступ к исследованию',
    paragraphs: [
      'Здравствуйте!',
      `${opener(byDoctor ? senderName : undefined, name)}${study ? `: ${study}` : ''}. Посмотрите его по ссылке, регистрация не нужна.`,
      ...(senderName ? [{ fact: 'Отправитель', value: senderName }] : []),
      { button: 'Открыть исследование', url: shareURL },
      ...(hasPIN
        ? [`Страница попросит ПИН-код: ${byDoctor ? 'отправитель' : 'центр'} сообщит его вам отдельно.`]
        : []),
      `Ссылка действует до ${russianDay(lastDay)}. Не пересылайте это письмо: ${hasPIN ? 'вместе с ПИН-кодом ссылка открывает исследование' : 'по ссылке исследование откроет любой, у кого она есть'}.`,
      'Если вы не ждали этого письма, просто удалите его.',
    ],
  }),
};
