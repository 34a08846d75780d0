import type { Paragraph } from './layout.ts';

/** `effect`: what changes for the client; `patient`: initials; `patientURL`: absent if the client cannot open the card. */
export interface RecordsMovedFacts {
  name: string;
  kind: 'study' | 'patient' | 'merge';
  effect: 'gained' | 'lost' | 'stays';
  undone: boolean;
  patient: string;
  patientURL?: string;
}

type Text = readonly [subject: string, sentence: string];

const TEXTS: Record<RecordsMovedFacts['kind'], Record<RecordsMovedFacts['effect'], Text>> = {
  study: {
    gained: [
      'К вашему пациенту перенесено исследование',
      'Диагностический центр перенёс исследование в карточку пациента, которого вы видите: в другую карточку оно попало по ошибке.',
    ],
    lost: [
      'Исследование больше не относится к вашему пациенту',
      'Исследование по ошибке относилось к пациенту, которого вы видите. Диагностический центр перенёс его к другому пациенту, и в вашем кабинете его больше нет.',
    ],
    stays: [
      'Исследование перенесено в карточку другого пациента',
      'Диагностический центр перенёс исследование в карточку другого вашего пациента: в прежнюю оно попало по ошибке.',
    ],
  },
  patient: {
    gained: [
      'К вам перенесена карточка пациента',
      'Диагностический центр перенёс к вам карточку пациента со всеми исследованиями.',
    ],
    lost: [
      'Карточка пациента перенесена к другому клиенту',
      'Диагностический центр перенёс карточку пациента к другому клиенту. В вашем кабинете её больше нет.',
    ],
    stays: ['Карточка пациента изменена', 'Диагностический центр изменил карточку пациента.'],
  },
  merge: {
    gained: [
      'Карточки пациента объединены',
      'Диагностический центр объединил две карточки одного пациента: вы видите исследования из обеих.',
    ],
    lost: [
      'Доступ к исследованиям пациента изменён',
      'Диагностический центр изменил карточки пациента. Часть исследований, которые вы видели, вам больше не доступна.',
    ],
    stays: [
      'Карточки пациента объединены',
      'Диагностический центр объединил две карточки одного пациента: все исследования теперь в одной. Старые ссылки ведут в неё.',
    ],
  },
};

const UNDONE_MERGE: Text = [
  'Объединение карточек отменено',
  'Диагностический центр отменил объединение двух карточек: исследования снова в тех карточках, где были.',
];

export const recordsMoved = ({ name, kind, effect, undone, patient, patientURL }: RecordsMovedFacts) => {
  // a letter of a later version may have another kind or effect
  const known: Partial<Record<string, Partial<Record<string, Text>>>> = TEXTS;
  const changed = known[kind]?.[effect] ?? TEXTS.patient.stays;
  const [subject, sentence] = kind === 'merge' && undone && effect !== 'lost' ? UNDONE_MERGE : changed;
  const paragraphs: Paragraph[] = [
    `Здравствуйте, ${name}!`,
    sentence,
    { fact: 'Пациент', value: patient },
    ...(patientURL ? [{ button: 'Открыть карточку пациента', url: patientURL }] : []),
    'Если это ошибка, напишите нам в чат портала.',
  ];
  return { subject, paragraphs };
};
