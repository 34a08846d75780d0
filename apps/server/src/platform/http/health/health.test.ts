import { expect, test } from 'vitest';
import { startServer } from '../../../testing/portal/server.ts';

test('a running portal is alive, and ready while its database and its store answer', async () => {
  const { nobody, address, context } = await startServer();
  const get = async (path: string) => {
    const { status, body } = await nobody.get(`${address}${path}`);
    return { status, body };
  };
  expect(await get('/healthz')).toEqual({ status: 200, body: { status: 'alive' } });
  expect(await get('/readyz')).toEqual({ status: 200, body: { database: 'ok', storage: 'ok' } });

  const { storage } = context;
  const check = storage.check.bind(storage);
  storage.check = async () => {
    throw new Error('the disk is gone: /very/secret/path');
  };
  expect(await get('/readyz')).toEqual({ status: 503, body: { database: 'ok', storage: 'failed' } });
  expect((await get('/healthz')).status).toBe(200);
  storage.check = check;
  expect((await get('/readyz')).status).toBe(200);
});

test('metrics contain routes but no ids, tokens or names', async () => {
  const { nobody, as, make, address } = await startServer();
  const account = await make.doctor({ email: 'anna@clinic.test' });
  const doctor = await as(account);
  await doctor.get('/doctor/patients/1234567');
  await doctor.get('/doctor/nowhere/at-all');
  await doctor.get(`${address}/storage/secret-token/name.zip`);
  const { status, body, headers } = await nobody.get(`${address}/metrics`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain/);
  const count = (method: string, route: string, code: number) =>
    `snimok_request_duration_seconds_count{method="${method}",route="${route}",status="${code}"} 1`;
  expect(body).toContain(count('POST', '/api/1/auth/token', 200));
  expect(body).toContain(count('GET', '/api/1/doctor/patients/:patientID', 404));
  expect(body).toContain(count('GET', '/storage/*', 403));
  expect(body).toContain('process_resident_memory_bytes');
  // values may contain any digits
  const names = String(body).replaceAll(/ \S+$/gm, '');
  expect(names).not.toMatch(/anna|1234567|secret-token|at-all/);
});
