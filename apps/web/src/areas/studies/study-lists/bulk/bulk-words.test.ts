import { expect, test } from 'vitest';
import { bulkWords } from './bulk-words.ts';

const effects = (kind: 'archive' | 'restore' | 'share') =>
  [1, 2, 5, 21].map((count) => bulkWords(kind, count).effect.replaceAll('\u00a0', ' '));

test('dialogs about several studies use the Russian word forms for their number', () => {
  expect(effects('archive')).toEqual([
    'Врачи не смогут открыть исследование, пока его не восстановят.',
    'Врачи не смогут открыть 2 исследования, пока их не восстановят.',
    'Врачи не смогут открыть 5 исследований, пока их не восстановят.',
    'Врачи не смогут открыть 21 исследование, пока их не восстановят.',
  ]);
  expect(effects('restore')).toEqual([
    'Исследование вернётся из архива, обычно за несколько минут.',
    '2 исследования вернутся из архива, обычно за несколько минут.',
    '5 исследований вернутся из архива, обычно за несколько минут.',
    '21 исследование вернётся из архива, обычно за несколько минут.',
  ]);
  expect(effects('share')).toEqual([
    'Получателю придёт письмо со ссылкой на исследование.',
    'О каждом из 2 исследований получателю придёт отдельное письмо.',
    'О каждом из 5 исследований получателю придёт отдельное письмо.',
    'О каждом из 21 исследования получателю придёт отдельное письмо.',
  ]);
});

test('a dialog about one study uses the words of its card, and one about several studies the plural', () => {
  expect(bulkWords('share', 1)).toMatchObject({
    title: 'Поделиться исследованием',
    submit: 'Отправить ссылку',
  });
  expect(bulkWords('share', 2)).toMatchObject({
    title: 'Поделиться исследованиями',
    submit: 'Отправить ссылки',
  });
});
