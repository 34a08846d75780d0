import { expect, test } from 'vitest';
import { countUnchanged } from './parts.ts';

const field = (fieldID: string, initial: string) => ({
  fieldID,
  initial,
  label: fieldID,
  options: [],
  kind: 'text' as const,
});
const part = (name: string, value: string, version: number) => ({
  kind: 'text' as const,
  part: name,
  value,
  version,
  isDirty: false,
});

test('only fields with the unchanged text of the template are counted, without empty fields and the conclusion', () => {
  const fields = [field('bone', 'Не изменена'), field('canal', 'Прослеживается'), field('own', '')];
  const parts = [
    part('field:bone', 'Не изменена ', 1),
    part('field:canal', 'Не виден', 2),
    // its first text has the same version number as the text of the template
    part('field:own', 'Написано', 1),
    part('conclusion', 'Норма', 1),
  ];
  expect(countUnchanged(fields, parts)).toBe(1);
});
