import { expect, test } from 'vitest';
import type { Findings } from './look/look-inside.ts';
import { describeFindings, doubtsAbout } from './words.ts';

const nothing: Findings = {
  fileCount: 0,
  sizeBytes: 0,
  pictureCount: 0,
  seriesCount: 0,
  otherCount: 0,
  modalities: [],
  people: [],
  zipCount: 0,
  zippedFileCount: 0,
  brokenZips: [],
};
const ivanov = { name: 'Иванов Иван Иванович', birthday: '1980-01-31' };
const series: Findings = {
  ...nothing,
  fileCount: 412,
  pictureCount: 412,
  seriesCount: 1,
  modalities: ['CT'],
  sizeBytes: 236 * 1024 ** 2,
  people: [ivanov],
};
const card = { type: 'cbct', patientName: 'Иванов Иван Иванович', birthday: '1980-01-31' } as const;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('what was found is said in one sentence', () => {
  expect(plain(describeFindings(series))).toBe(
    '412 снимков DICOM, 1 серия, КЛКТ, 236 МБ; пациент в файлах: Иванов И. И.',
  );
  expect(plain(describeFindings({ ...series, otherCount: 2, people: [] }))).toBe(
    '412 снимков DICOM, 1 серия, КЛКТ, ещё 2 файла, 236 МБ',
  );
  expect(plain(describeFindings({ ...nothing, otherCount: 21, sizeBytes: 5000 }))).toBe('21 файл, 4,9 КБ');
  const zip = { ...nothing, zipCount: 1, zippedFileCount: 141, sizeBytes: 39 * 1024 ** 2, people: [ivanov] };
  expect(plain(describeFindings(zip))).toBe('архив ZIP (141 файл), 39 МБ; пациент в файлах: Иванов И. И.');
});

test('files of the right patient and type raise no doubt', () => {
  expect(doubtsAbout(series, card)).toEqual([]);
});

test('another name, another birth date and another type are told, each once', () => {
  expect(
    doubtsAbout(series, { ...card, patientName: 'Петров Пётр', birthday: '1980-01-30', type: 'rg' }),
  ).toEqual([
    'В файлах указан другой пациент: Иванов Иван Иванович. В карточке: Петров Пётр.',
    'Дата рождения в файлах 31.01.1980, а в карточке 30.01.1980.',
    'В файлах КЛКТ, а исследование: рентген (2D).',
  ]);
});

test('a card without a birth date, and files without one, raise no doubt', () => {
  expect(doubtsAbout(series, { ...card, birthday: null })).toEqual([]);
  expect(doubtsAbout({ ...series, people: [{ ...ivanov, birthday: null }] }, card)).toEqual([]);
});
