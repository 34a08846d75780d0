import type { ContentFlag } from '@snimok/contract/studies/studies';
import type { z } from 'zod';

type Flag = z.output<typeof ContentFlag>;

const NAMES: [Flag, string][] = [
  ['program', 'программы'],
  ['script', 'сценарии'],
  ['html', 'веб-страницы'],
];

/** What a study contains besides images, and what to do with it; null if there is nothing to say. */
export const describeContents = (contains: readonly Flag[]): string | null => {
  const names = NAMES.filter(([flag]) => contains.includes(flag)).map(([, name]) => name);
  const sentences = [
    names.length > 0 &&
      `В исследовании есть ${enumerate(names)}: не запускайте их, для просмотра снимков они не нужны. Обычно это просмотрщик с диска аппарата.`,
    contains.includes('preamble') &&
      'Некоторые снимки начинаются как программа: открывайте их только в программе для просмотра.',
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : null;
};

const enumerate = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} и ${names.at(-1)}`;
