import { expect, test } from 'vitest';
import { fillTemplate, findTemplates } from './templates.ts';

test('placeholders are replaced everywhere, and stay where the centre has no value', () => {
  const values = { centre: '', hours: 'пн–пт 9:00–18:00' };
  expect(fillTemplate('{имя}, ждём вас {часы}. {имя}! {центр}', values, 'Ёлка')).toBe(
    'Ёлка, ждём вас пн–пт 9:00–18:00. Ёлка! {центр}',
  );
});

test('templates are found by title first, then by text, in any case', () => {
  const template = (templateID: number, title: string, text: string) => ({
    templateID,
    title,
    text,
    version: 1,
  });
  const all = [template(1, 'Адрес', 'Снимок выдаём здесь'), template(2, 'Снимок готов', 'Скачайте')];
  expect(findTemplates(all, 'СНИМОК').map(({ templateID }) => templateID)).toEqual([2, 1]);
  expect(findTemplates(all, '')).toHaveLength(2);
  expect(findTemplates(all, 'нет')).toEqual([]);
});
