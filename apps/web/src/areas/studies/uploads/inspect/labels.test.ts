import { expect, test } from 'vitest';
import type { Findings } from './inspect-files.ts';
import { typeOf } from '../../../reception/scan-intake/study-type.ts';
import { describeFindings, describeMissingType, describeRemaining, listWarnings } from './labels.ts';

const nothing: Findings = {
  id: '',
  fileCount: 0,
  sizeBytes: 0,
  frameCount: 0,
  seriesCount: 0,
  pictures: [],
  otherCount: 0,
  contents: [],
  instances: [],
  modalities: [],
  sample: null,
  people: [],
  zipCount: 0,
  zippedFileCount: 0,
  brokenZips: [],
};
const ivanov = { name: 'Иванов Иван Иванович', birthday: '1980-01-31', sex: null };
const series: Findings = {
  ...nothing,
  fileCount: 412,
  frameCount: 412,
  seriesCount: 1,
  modalities: ['CT'],
  sizeBytes: 236 * 1024 ** 2,
  people: [ivanov],
};
const card = {
  type: 'cbct',
  patientName: 'Иванов Иван Иванович',
  birthday: '1980-01-31',
  sex: null,
} as const;
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('the findings are described in one sentence', () => {
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

test('files of the right patient and type cause no warning', () => {
  expect(listWarnings(series, card)).toEqual([]);
});

test('another name, another birth date and another type cause one warning each', () => {
  expect(
    listWarnings(series, { ...card, patientName: 'Петров Пётр', birthday: '1980-01-30', type: 'rg' }),
  ).toEqual([
    'В файлах указан другой пациент: Иванов Иван Иванович. В карточке: Петров Пётр.',
    'Дата рождения в файлах 31.01.1980, а в карточке 30.01.1980.',
    'В файлах КЛКТ, а исследование: рентген (2D).',
  ]);
});

test('a different sex causes a warning, and a missing sex does not', () => {
  const man = { ...ivanov, sex: 'male' as const };
  expect(listWarnings({ ...series, people: [man] }, { ...card, sex: 'female' })).toEqual([
    'Пол в файлах мужской, а в карточке женский.',
  ]);
  expect(listWarnings(series, { ...card, sex: 'female' })).toEqual([]);
});

test('files of several patients cause no second warning if one of them is the card’s patient', () => {
  const petrov = { name: 'Петров Пётр', birthday: '1970-05-02', sex: null };
  expect(listWarnings({ ...series, people: [ivanov, petrov] }, card)).toEqual([]);
  expect(listWarnings({ ...series, people: [ivanov, petrov] }, { ...card, patientName: 'Сидоров' })[0]).toBe(
    'В файлах указан другой пациент: Иванов Иван Иванович, Петров Пётр. В карточке: Сидоров.',
  );
});

test('a missing birth date in the card or in the files causes no warning', () => {
  expect(listWarnings(series, { ...card, birthday: null, sex: null })).toEqual([]);
  expect(listWarnings({ ...series, people: [{ ...ivanov, birthday: null, sex: null }] }, card)).toEqual([]);
});

test('MRI files are described as MRI, because no type of study fits them', () => {
  const mri = { ...series, modalities: ['MR'] };
  expect(listWarnings(mri, card)).toEqual([]);
  expect(describeMissingType(mri)).toBe(
    'В файлах МРТ. Отдельного типа для неё в портале нет: как «КЛКТ (3D)» она откроется серией срезов.',
  );
  expect(listWarnings(mri, { ...card, type: 'rg' })).toEqual(['В файлах МРТ, а исследование: рентген (2D).']);
  expect(describeMissingType(series)).toBeNull();
  expect(typeOf(mri)).toBeNull();
  expect(typeOf(series)).toBe('cbct');
});

const MIB = 1024 ** 2;
test('the text about a resumed upload gives the stored and the remaining amount', () => {
  const file = (filename: string, sizeMB: number) => ({ filename, file: { size: sizeMB * MIB } });
  const missing = [file('скан.zip', 600)];
  expect(plain(describeRemaining({ stored: [], missing, storedPartBytes: 312 * MIB }))).toBe(
    'На сервере уже 312 МБ. Осталось отправить 288 МБ.',
  );
  expect(plain(describeRemaining({ stored: [file('a', 1)], missing, storedPartBytes: 312 * MIB }))).toBe(
    'На сервере уже 1 файл. Осталось отправить 1, 288 МБ.',
  );
  expect(describeRemaining({ stored: missing, missing: [], storedPartBytes: 0 })).toContain(
    'Осталось завершить',
  );
});
