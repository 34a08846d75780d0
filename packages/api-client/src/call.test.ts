import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getProfile } from '@snimok/contract/people/profile';
import { expect, onTestFinished, test } from 'vitest';
import { CallProblem, callerOf, problemOf } from './call.ts';

test('an answer that breaks off in the middle counts as no answer, so that the call is tried again', async () => {
  const portal = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"name":');
    setTimeout(() => response.destroy(), 20);
  });
  await once(portal.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void portal.close());
  const call = callerOf({ address: `http://127.0.0.1:${(portal.address() as AddressInfo).port}` });
  const problem = await call(getProfile).catch((reason: unknown) => reason);
  expect(problem).toBeInstanceOf(CallProblem);
  expect((problem as CallProblem).status).toBeUndefined();
});

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
