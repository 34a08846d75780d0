import { posix } from 'node:path';
import { parseSync } from 'vite';
import { LANGUAGES } from './exports.mjs';
import { readFiles } from './imports.mjs';
import { isMain, report, root } from './report.mjs';

// Rules for the Russian texts of the product that a program can check.

/** Product 8.8, 12.4 and 35.2 fix these. */
const FIXED = ['Невалидный запрос', 'Доступ запрещен.', 'Врачу на почту придет письмо с пациентом'];
/** The first value is the centre, a noun of masculine gender. */
const OF_CENTRE = /^\{\} открыл вам исследование/;
/** Words that exist with «е» and with «ё». */
const BOTH = ['все', 'чем', 'нем', 'узнает', 'передает'];
/** Nouns that end like the past tense of a verb whose subject is a man. */
const NOUNS = 'журнал|канал|портал|интервал|материал|раздел|отдел|предел|прицел|михаил';
const HE = `(?<![а-яё])(?!(?:${NOUNS})(?![а-яё]))[а-яё]+[аеёиыя]л(?![а-яё])`;
const COUNTED =
  'мин|минут|ч|часов|дн|дней|раз|%|файлов|символов|исследований|снимков|записей|действий|пациентов';

const RULES = [
  [/^[^\n]*\S[ \u00a0]{2}[^\n]*$/, 'two spaces'],
  [/(?<!=)"[а-яё]/i, 'straight quotes, use «»'],
  [new RegExp(`^${HE}$|${HE} \\{\\}|\\{\\} ${HE}|коллега ${HE}|${HE} коллега`, 'i'), 'the verb names a sex'],
  [
    new RegExp(`\\{\\} (?:${COUNTED})(?![а-яё])`),
    'a number and its word, use counted() or \\u00a0',
    'apps/web/',
  ],
  [/валидн|сущност|медиан|\(а\)/i, 'an assistant does not say this word'],
];

/** `{}` stands for each value in a text. @returns [text, position] */
const textsOf = (node) => {
  if (!node || typeof node !== 'object') return [];
  const inside = Object.values(node).flatMap(textsOf);
  const textOf = {
    Literal: () => String(node.value),
    TemplateLiteral: () => node.quasis.map(({ value }) => value.cooked).join('{}'),
    JSXElement: () => node.children.map(({ type, value }) => (type === 'JSXText' ? value : '{}')).join(''),
  };
  const text = textOf[node.type]?.() ?? '';
  if (!/[а-яё]/i.test(text) || FIXED.includes(text) || OF_CENTRE.test(text)) return inside;
  return [
    [node.type === 'JSXElement' ? text.replaceAll(/[ \n]+/g, ' ').trim() : text, node.start],
    ...inside,
  ];
};

/** `file:line: …` for every text that breaks a rule. @param files paths from the root, and sources */
export const wrongTexts = (files) => {
  const texts = [...files].flatMap(([path, source]) =>
    textsOf(parseSync(path, source, { lang: LANGUAGES[posix.extname(path)] }).program).map(
      ([text, start]) => ({
        path,
        text,
        words: text.toLowerCase().match(/[а-яё]{2,}/g) ?? [],
        place: `${path}:${source.slice(0, start).split('\n').length}`,
      }),
    ),
  );
  const withYo = texts.flatMap(({ words }) => words.filter((word) => word.includes('ё')));
  const wrong = new Set(
    withYo.map((word) => word.replaceAll('ё', 'е')).filter((word) => !BOTH.includes(word)),
  );
  return texts.flatMap(({ path, text, words, place }) => [
    ...RULES.filter(([rule, , folder = '']) => rule.test(text) && path.startsWith(folder)).map(
      ([, why]) => `${place}: ${why}: ${text}`,
    ),
    ...words.filter((word) => wrong.has(word)).map((word) => `${place}: «${word}» has a «ё»: ${text}`),
  ]);
};

/** Without `snimok`, because its texts quote the command line, which has straight quotes. */
const FOLDERS = ['apps/web', 'apps/server', 'packages'];

if (isMain(import.meta.url))
  report(wrongTexts(readFiles(root, FOLDERS, /^(?!.*\.(?:test|fixture)\.).*\.tsx?$/)));
