import { counted } from '@snimok/api-client/format-numbers';
import type { BulkKind } from './actions.ts';

interface BulkWords {
  title: string;
  submit: string;
  /** what happens next */
  effect: string;
}

/** The texts of a dialog about `count` studies; for one study, the words of its card. */
export const bulkWords = (kind: BulkKind, count: number): BulkWords => WORDS[kind](count);

const WORDS: Record<BulkKind, (count: number) => BulkWords> = {
  archive: (count) => ({
    title: 'Перенести в архив?',
    submit: 'Перенести в архив',
    effect:
      count === 1
        ? 'Врачи не смогут открыть исследование, пока его не восстановят.'
        : `Врачи не смогут открыть ${counted(count, 'исследование', 'исследования', 'исследований')}, пока их не восстановят.`,
  }),
  restore: (count) => ({
    title: 'Восстановить из архива?',
    submit: 'Восстановить',
    effect:
      count === 1
        ? 'Исследование вернётся из архива, обычно за несколько минут.'
        : `${counted(count, 'исследование вернётся', 'исследования вернутся', 'исследований вернутся')} из архива, обычно за несколько минут.`,
  }),
  share: (count) =>
    count === 1
      ? {
          title: 'Поделиться исследованием',
          submit: 'Отправить ссылку',
          effect: 'Получателю придёт письмо со ссылкой на исследование.',
        }
      : {
          title: 'Поделиться исследованиями',
          submit: 'Отправить ссылки',
          effect: `О каждом из ${counted(count, 'исследования', 'исследований', 'исследований')} получателю придёт отдельное письмо.`,
        },
};
