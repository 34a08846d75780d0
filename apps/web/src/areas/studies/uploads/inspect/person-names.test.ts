import { expect, test } from 'vitest';
import { shortName } from './person-names.ts';

test('a name is shortened to the family name and initials', () => {
  expect(shortName('Иванов Иван Иванович')).toBe('Иванов И. И.');
  expect(shortName('Иванов')).toBe('Иванов');
});
