import type { Paragraph } from './layout.ts';

/** `number`: the number of the referral; `patient`: initials */
export interface ReferralDeclinedFacts {
  name: string;
  number: number;
  patient: string;
  examination: string;
  reason: string;
  referralURL: string;
}

export const referralDeclined = (facts: ReferralDeclinedFacts) => {
  const paragraphs: Paragraph[] = [
    `Здравствуйте, ${facts.name}!`,
    `Диагностический центр отклонил направление № ${facts.number}.`,
    { fact: 'Причина', value: facts.reason },
    { fact: 'Исследование', value: facts.examination },
    { fact: 'Пациент', value: facts.patient },
    { button: 'Открыть направление', url: facts.referralURL },
    'Если нужно уточнить, напишите нам в чат портала.',
  ];
  return { subject: `Направление № ${facts.number} отклонено`, paragraphs };
};
