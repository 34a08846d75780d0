import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  askToErase,
  listKeys,
  NAME,
  runErasure,
  startWithAdministrators,
} from '../../administration/erasure/erasure.fixture.ts';
import { putEntry, readErasureList, signEntry } from '../../administration/erasure/erasure-list.ts';
import { eraseAgain, reapplyErasures } from '../../administration/erasure/reapply.ts';
import { mergeInto } from '../../reception/move-and-merge/move-and-merge.fixture.ts';
import { findPatientToErase } from '../../people/patients/erasing.ts';
import { makeDoneStudy } from '../../studies/lifecycle/lifecycle.fixture.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { check, newFolder, nothingWrong, restoreInto, save } from './backup.fixture.ts';
import { eraseRestored } from './erasures.ts';

const listNames = async ({ context }: TestServer) =>
  (await context.db.selectFrom('patients').select('name').orderBy('name').execute()).map(({ name }) => name);

test('patients who were erased after a backup, and no others, are erased again when it is restored', async () => {
  const { server, asFirst, asSecond } = await startWithAdministrators();
  const patient = await server.make.patient({ name: NAME });
  await server.make.study({ patient, status: 'done' });
  await server.make.study({ patient: await server.make.patient({ name: 'Другой Пациент' }), status: 'done' });
  const folder = await newFolder();
  await save(server, folder);
  const [older = ''] = await readdir(join(folder, 'backups'));
  const erasureUUID = await askToErase(asFirst, patient.patientID);
  await asSecond.post(`/assistant/erasures/${erasureUUID}/confirm`);
  await runErasure(server.context, erasureUUID);
  await save(server, folder);

  const other = await startServer();
  await restoreInto(other, folder, older);
  expect(await listNames(other)).toEqual(['Другой Пациент', NAME]);
  expect(await eraseRestored(other.context, folder)).toBe(1);
  expect(await listNames(other)).toEqual(['Другой Пациент']);
  const keys = await listKeys(other.context);
  expect(keys).toHaveLength(2);
  expect(keys).toContain(`erasures/${erasureUUID}.json`);
  expect(await check(other)).toMatchObject({ ...nothingWrong, objects: 1 });
  // the list reaches the backups of the restored portal too
  await rm(folder, { recursive: true });
  const next = await newFolder();
  await save(other, next);
  expect(await readdir(join(next, 'erasures'))).toEqual([`${erasureUUID}.json`]);
});

test('at start the portal erases the patients of signed list entries, but not others who have the same id', async () => {
  const server = await startServer();
  const { context, make } = server;
  const patients = [await make.patient({ name: NAME }), await make.patient(), await make.patient()];
  const uuids = [1, 2, 3].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`);
  for (const [at, { patientID, doctorID }] of patients.entries()) {
    const { createdAt = '' } = (await findPatientToErase(context.db, patientID)) ?? {};
    const entry = signEntry(context, {
      erasureUUID: uuids[at] ?? '',
      patientID,
      doctorID,
      patientCreatedAt: at === 1 ? '2020-01-01T00:00:00.000000Z' : createdAt,
      confirmedAt: new Date().toISOString(),
    });
    await putEntry(context, at === 2 ? { ...entry, mac: 'AAAA' } : entry);
  }
  await reapplyErasures(context);
  await reapplyErasures(context);
  const rows = await context.db.selectFrom('patients').select(['id', 'erasingSince']).orderBy('id').execute();
  expect(rows.map(({ erasingSince }) => erasingSince !== null)).toEqual([true, false, false]);
  await runErasure(context, uuids[0] ?? '');
  expect(await listNames(server)).toHaveLength(2);
  expect(await listKeys(context)).toHaveLength(3);
});

test('patients who were merged and erased after a backup are both erased again when it is restored', async () => {
  const { server, asFirst, asSecond } = await startWithAdministrators();
  const doctor = await server.make.doctor();
  const kept = await server.make.patient({ doctor, name: NAME });
  const merged = await server.make.patient({ doctor, name: 'Зюзюкина Агния' });
  await server.make.study({ patient: merged, status: 'done' });
  const folder = await newFolder();
  await save(server, folder);
  const [older = ''] = await readdir(join(folder, 'backups'));
  expect((await mergeInto(asFirst, kept.patientID, merged.patientID)).status).toBe(200);
  const erasureUUID = await askToErase(asFirst, kept.patientID, 'Иванов Иван Иванович');
  await asSecond.post(`/assistant/erasures/${erasureUUID}/confirm`);
  await runErasure(server.context, erasureUUID);
  await mkdir(join(folder, 'erasures'));
  // as if a backup was killed while it wrote the entry
  await writeFile(join(folder, 'erasures', `${erasureUUID}.json`), '');
  await save(server, folder);

  const other = await startServer();
  await restoreInto(other, folder, older);
  expect(await listNames(other)).toHaveLength(2);
  expect(await eraseRestored(other.context, folder)).toBe(2);
  expect(await listNames(other)).toEqual([]);
  expect(await readFile(join(folder, 'erasures', `${erasureUUID}.json`), 'utf8')).toContain(erasureUUID);
});

test('a restore that is killed while it erases leaves no patient of the list visible', async () => {
  const { server, asFirst, asSecond } = await startWithAdministrators();
  const { context } = server;
  const before = [];
  for (const name of [NAME, 'Барсукова Агния']) {
    const patient = await server.make.patient({ name });
    await makeDoneStudy(server, { patient });
    before.push({ ...patient, name, erasureUUID: await askToErase(asFirst, patient.patientID, name) });
  }
  const entries = [];
  for (const { patientID, doctorID, erasureUUID } of before) {
    const patientCreatedAt = (await findPatientToErase(context.db, patientID))?.createdAt ?? '';
    const confirmedAt = new Date().toISOString();
    entries.push(signEntry(context, { erasureUUID, patientID, doctorID, patientCreatedAt, confirmedAt }));
  }
  const removals = vi.spyOn(context.storage, 'removeAll').mockRejectedValue(new Error('killed'));
  await expect(eraseAgain(context, entries)).rejects.toThrow('killed');
  removals.mockRestore();
  for (const { patientID } of before)
    expect((await asSecond.get(`/assistant/patients/${patientID}`)).status).toBe(404);
  const listed = [];
  for await (const { erasureUUID } of readErasureList(context.storage)) listed.push(erasureUUID);
  expect(listed).toHaveLength(2);
});
