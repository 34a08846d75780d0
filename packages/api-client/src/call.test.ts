import { expect, test } from 'vitest';
import { problemOf } from './call.ts';

test('users see an error from the server without the field names of the contract', async () => {
  const shown = async (error: string) => (await problemOf(Response.json({ error }, { status: 400 }))).error;
  expect(await shown('Введите ФИО пациента (patientName)')).toBe('Введите ФИО пациента');
  expect(await shown('Телефон (phone): введите номер, например +79991234567')).toBe(
    'Телефон: введите номер, например +79991234567',
  );
  expect(await shown('Файл «снимок (copy).dcm» не удалось прочитать как снимок')).toBe(
    'Файл «снимок (copy).dcm» не удалось прочитать как снимок',
  );
});
