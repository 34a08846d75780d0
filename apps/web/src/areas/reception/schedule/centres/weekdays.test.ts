import { expect, test } from 'vitest';
import { weekInWords } from './weekdays.ts';

const on = (weekday: number, from = '09:00', to = '18:00') => ({ weekday, from, to });

test('the opening hours of a week are one line, in which days with the same hours are grouped', () => {
  expect(weekInWords([1, 2, 3, 4, 5].map((day) => on(day)))).toBe('пн–пт 09:00–18:00');
  expect(weekInWords([on(1), on(3), on(3, '19:00', '21:00'), on(6, '10:00', '14:00')])).toBe(
    'пн 09:00–18:00; ср 09:00–18:00, 19:00–21:00; сб 10:00–14:00',
  );
  expect(weekInWords([])).toBe('закрыт всю неделю');
});
