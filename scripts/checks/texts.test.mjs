import { expect, test } from 'vitest';
import { wrongTexts } from './texts.mjs';

const check = (text, path = 'apps/web/src/a.tsx') => wrongTexts(new Map([[path, text]]));

const refused = [
  ["const a = 'Кто  записал';", 'two spaces'],
  ['const a = \'Право "Запись" снято\';', 'straight quotes'],
  ["const a = 'Пришёл';", 'names a sex'],
  ['const a = `, разрешил ${name}`;', 'names a sex'],
  ['const a = `${name} открыл доступ`;', 'names a sex'],
  ['const A = () => <p>{name} записал пациента</p>;', 'names a sex'],
  ["const a = 'Коллега изменил заключение';", 'names a sex'],
  ['const a = `Молчит ${days} дн.`;', 'counted()'],
  ['const A = () => <p>За {days} дней</p>;', 'counted()'],
  ["const a = 'Невалидный файл';", 'does not say'],
  ["const a = ['Ещё раз', 'Еще раз'];", '«еще» has a «ё»'],
];
test.each(refused)('refused: %s', (text, why) => {
  expect(check(text)).toEqual([expect.stringContaining(why)]);
});

const permitted = [
  "const a = 'Журнал';",
  'const a = `Журнал: ${name}`;',
  "const a = 'Этот шаблон уже изменил другой сотрудник';",
  'const a = `Кто разрешил: ${name}`;',
  'const a = `Через ${minutes}\\u00a0мин`;',
  "const a = counted(days, 'день', 'дня', 'дней');",
  "const a = 'Невалидный запрос';",
  "const a = ['чем', 'чём'];",
  '// Пришёл  "гость"\nconst A = () => <p>\n  Кто\n  записал\n</p>;',
];
test.each(permitted)('permitted: %s', (text) => {
  expect(check(text)).toEqual([]);
});

test('the line of a text is named, and the API may write a number before its word', () => {
  expect(check("\nconst a = 'Пришёл';")).toEqual([expect.stringMatching(/^apps\/web\/src\/a\.tsx:2: /)]);
  expect(check('const a = `не больше ${most} символов`;', 'apps/server/src/a.ts')).toEqual([]);
});
