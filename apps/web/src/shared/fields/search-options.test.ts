import { expect, test } from 'vitest';
import { matchOptions } from './search-options.ts';

const options = ['Стоматология «Улыбка»', 'Семёнов Пётр', 'Семенова Анна-Мария'].map((label) => ({ label }));
const found = (search: string) => matchOptions(options, search).map(({ label }) => label);

test('a name is found if every typed word is a prefix of one of its words', () => {
  expect(found('')).toHaveLength(3);
  expect(found('улыб')).toEqual(['Стоматология «Улыбка»']);
  expect(found('семен')).toEqual(['Семёнов Пётр', 'Семенова Анна-Мария']);
  expect(found('петр СЕМ')).toEqual(['Семёнов Пётр']);
  expect(found('мария')).toEqual(['Семенова Анна-Мария']);
  expect(found('лыб')).toEqual([]);
});

test('a name that is typed or pasted with its quotes is found', () => {
  const options = [{ label: 'Стоматология «Улыбка»' }];
  expect(matchOptions(options, 'Стоматология «Улыбка»')).toEqual(options);
  expect(matchOptions(options, '"улыбка"')).toEqual(options);
});

test('of five thousand clients at most fifty are shown', () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ label: `Клиника № ${index} на Ленина` }));
  expect(matchOptions(many, 'ленина 4999')).toHaveLength(1);
  expect(matchOptions(many, 'клин')).toHaveLength(50);
});
