import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openDatabase, openPool } from '../../platform/db/client.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { enqueueRemoval } from '../../studies/objects/jobs.ts';
import { makeDoneStudy, keysIn, withChangedStore } from '../../studies/lifecycle/lifecycle.fixture.ts';
import { openSecrets } from '../../platform/outside/secrets.ts';
import { S3StandIn } from '../../testing/s3-stand-in.ts';
import { StorageFull } from '../../platform/outside/storage/storage.ts';
import { volume } from '../../testing/dicom.ts';
import { sendStudy } from '../../testing/sending.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { databaseURL } from '../../testing/template-database.ts';
import { until } from '../../testing/until.ts';
import { listJobs } from '../../testing/queued-jobs.ts';
import { backUp } from './back-up.ts';
import { bytesOf, startBusyPortal, rowsOf } from './centre.fixture.ts';
import { listBackups } from './folder.ts';
import { chooseBackup, restore } from './restore.ts';
import { verify } from './verify.ts';

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const save = (
  { context }: TestServer,
  folder: string,
  { keep = null, say = () => undefined }: { keep?: number | null; say?: (line: string) => void } = {},
) => backUp(context, { folder, keep, say });

const restoreInto = async ({ context }: TestServer, folder: string, name?: string) =>
  restore(context, folder, await chooseBackup(folder, name), () => undefined);

const check = ({ context }: TestServer) => verify(context, { quick: false, say: () => undefined });

const nothingWrong = { missing: 0, damaged: 0, orphans: 0 };

const s3 = async (): Promise<{ STORAGE_URL: string; ARCHIVE_URL: string }> => {
  const bucket = new S3StandIn();
  const endpoint = encodeURIComponent(await bucket.listen());
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await bucket.close();
  });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const of = (prefix: string) => `s3://bucket/${prefix}?endpoint=${endpoint}&region=x`;
  return { STORAGE_URL: of('warm'), ARCHIVE_URL: of('cold') };
};

test('what is restored is what was saved, in another database and another kind of store', async () => {
  const portal = await startBusyPortal();
  const folder = await newFolder();
  expect((await save(portal, folder)).bad).toBe(0);

  const other = await startServer(await s3());
  await restoreInto(other, folder);
  expect(await rowsOf(other.context.pool)).toEqual(await rowsOf(portal.context.pool));
  expect(await bytesOf(other.context)).toEqual(await bytesOf(portal.context));
  expect((await bytesOf(other.context)).size).toBeGreaterThan(6);
  expect(await check(other)).toMatchObject(nothingWrong);
  // links and PINs are sealed with it
  const secrets = await openSecrets(other.context.config.dataDir, undefined, undefined);
  expect(secrets).toEqual(portal.context.secrets);
});

test('what waited to be done is done by the restored portal', async () => {
  const portal = await startBusyPortal();
  const folder = await newFolder();
  await save(portal, folder);
  const other = await startServer();
  await restoreInto(other, folder);
  await other.work();
  await until('the letter', () => other.outbox.some(({ to }) => to === 'welcome@clinic.test'));
  await until('the study', async () => {
    const found = await other.context.db.selectFrom('uploads').select(['status', 'error']).execute();
    return found.every(({ status, error }) => status === 'processed' && error === null);
  });
  // a number that was given away is never given again
  const made = await other.make.patient();
  const { rows } = await portal.context.pool.query<{ last: number }>('select max(id) as last from patients');
  expect(made.patientID).toBeGreaterThan(rows[0]?.last ?? 0);
  const keys = await other.context.pool.query("select 1 from pg_constraint where contype = 'f'");
  const before = await portal.context.pool.query("select 1 from pg_constraint where contype = 'f'");
  expect(keys.rowCount).toBe(before.rowCount);
});

test('a backup under load is whole: what people delete meanwhile is removed after it', async () => {
  const portal = await startServer();
  await portal.work();
  const assistant = await portal.as(await portal.make.assistant());
  const kept = await makeDoneStudy(portal);
  const going = await makeDoneStudy(portal);
  const key = `studies/${going.objectID}.zip`;
  const folder = await newFolder();
  const { db, storage } = portal.context;

  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const load = (async () => {
    while (!isOver) {
      const { studyID } = await portal.make.study();
      await sendStudy(assistant, studyID, volume(2));
    }
  })();
  await until('the load', async () => (await keysIn(storage, 'studies/')).length > 2);

  const head = storage.head.bind(storage);
  // after the snapshot, before the first object is copied: the load asks for heads too
  let isSaved = false;
  let purged: Promise<void> | undefined;
  const purge = async () => {
    await assistant.delete(`/assistant/studies/${going.studyID}`);
    await db.deleteFrom('studies').where('id', '=', going.studyID).execute();
    await enqueueRemoval(db, { warm: [key] });
    await until('the worker to put the removal off', async () => {
      const removals = await listJobs(db, { task: 'discard-stored' });
      return (
        removals.some(({ runAt }) => runAt.getTime() > Date.now() + 10_000) || (await head(key)) === null
      );
    });
  };
  await withChangedStore(
    storage,
    {
      head: async (asked) => {
        if (isSaved) await (purged ??= purge());
        return head(asked);
      },
    },
    async () => {
      const say = (line: string) => void (isSaved ||= line.startsWith('Database:'));
      expect((await save(portal, folder, { say })).bad).toBe(0);
    },
  );
  expect(purged).toBeDefined();
  expect(await storage.head(key)).not.toBeNull();
  isOver = true;
  await load;

  const other = await startServer();
  await restoreInto(other, folder);
  expect(await check(other)).toMatchObject(nothingWrong);
  for (const { studyID } of [kept, going]) {
    const doctor = await other.as(await other.make.assistant());
    const reply = await doctor.get(`/assistant/studies/${studyID}`);
    expect(reply.body).toMatchObject({ status: 'done' });
  }
  expect(await other.context.storage.head(key)).not.toBeNull();
});

test('a second backup copies only what is new, and older ones go with what only they held', async () => {
  const portal = await startServer();
  const first = await makeDoneStudy(portal);
  const folder = await newFolder();
  expect(await save(portal, folder)).toMatchObject({ objects: 2, copied: 2 });
  expect(await save(portal, folder)).toMatchObject({ objects: 2, copied: 0 });
  await makeDoneStudy(portal);
  expect(await save(portal, folder)).toMatchObject({ objects: 4, copied: 2 });
  expect(await listBackups(folder)).toHaveLength(3);

  await portal.context.db.deleteFrom('studies').where('id', '=', first.studyID).execute();
  await portal.context.db.deleteFrom('objects').where('id', '=', first.objectID).execute();
  await save(portal, folder, { keep: 1 });
  expect(await listBackups(folder)).toHaveLength(1);
  expect(await readdir(join(folder, 'objects/warm/studies'))).toHaveLength(1);
  const other = await startServer();
  await restoreInto(other, folder);
  expect(await check(other)).toMatchObject({ objects: 2, ...nothingWrong });
});

test('a backup that was cut short, by a full disk or a kill, leaves the earlier one good', async () => {
  const portal = await startServer();
  await makeDoneStudy(portal);
  const folder = await newFolder();
  await save(portal, folder);
  await makeDoneStudy(portal);
  const full = new StorageFull('the disk is full');
  const failing = () => Promise.reject(full);
  await withChangedStore(portal.context.storage, { read: failing }, () =>
    expect(save(portal, folder)).rejects.toBe(full),
  );
  expect(await listBackups(folder)).toHaveLength(1);
  const other = await startServer();
  await restoreInto(other, folder);
  expect(await check(other)).toMatchObject({ objects: 2, ...nothingWrong });
  // and the next one is whole again
  expect(await save(portal, folder)).toMatchObject({ objects: 4, bad: 0 });
});

test('two backups of one portal do not run at once', async () => {
  const portal = await startServer();
  await makeDoneStudy(portal);
  const [one, another] = [await newFolder(), await newFolder()];
  let second: Promise<unknown> | undefined;
  const say = () => {
    second ??= expect(save(portal, another)).rejects.toThrow('Another backup');
  };
  const { storage } = portal.context;
  const head = storage.head.bind(storage);
  // the first is at its objects until the second has had its answer
  const slow = async (key: string) => {
    await second;
    return head(key);
  };
  await withChangedStore(storage, { head: slow }, async () => void (await save(portal, one, { say })));
  expect(second).toBeDefined();
  expect(await listBackups(another)).toEqual([]);
});

test('nothing is restored over a portal in use, from a damaged backup, or by an older version', async () => {
  const portal = await startServer();
  await makeDoneStudy(portal);
  const folder = await newFolder();
  const { path } = await save(portal, folder);
  await expect(restoreInto(portal, folder)).rejects.toThrow('not empty');
  await expect(restoreInto(portal, await newFolder())).rejects.toThrow('No whole backup');
  await expect(restoreInto(portal, folder, 'yesterday')).rejects.toThrow('No backup yesterday');

  const otherPortal = await startServer({ SECRET: 'another portal altogether' });
  await expect(restoreInto(otherPortal, folder)).rejects.toThrow('SECRET is not that of the portal');
  await expect(save(otherPortal, folder)).rejects.toThrow('another portal');

  const other = await startServer();
  const { db, pool } = other.context;
  await expect(migrate(db, pool, '9999_later')).rejects.toThrow('newer version');
  await expect(migrate(db, pool, '0001_accounts')).rejects.toThrow('older version');
  const saved = join(path, 'tables/accounts.gz');
  const whole = await readFile(saved);
  await writeFile(saved, Buffer.concat([whole.subarray(0, -9), Buffer.alloc(9)]));
  await expect(restoreInto(other, folder)).rejects.toThrow('tables/accounts.gz');
  expect((await pool.query('select 1 from accounts')).rowCount).toBe(0);
});

/** Of a version whose last migration was this one. */
const emptyDatabase = async (upTo: string) => {
  const admin = openPool(inject('databaseURL'), { max: 1 });
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  const pool = openPool(databaseURL(inject('databaseURL'), name), { max: 3 });
  const db = openDatabase(pool);
  onTestFinished(async () => {
    await db.destroy();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  await migrate(db, pool, upTo);
  return { pool, db };
};

test('a backup of an older version is brought along by the migrations it lacks', async () => {
  const portal = await startServer();
  const folder = await newFolder();
  const older = await emptyDatabase('0007_audit');
  await older.pool.query(
    "insert into accounts (role, email, name, password_hash) values ('doctor', 'old@clinic.test', 'Анна', '')",
  );
  await save({ ...portal, context: { ...portal.context, ...older } }, folder);

  const newer = await emptyDatabase('0007_audit');
  await restoreInto({ ...portal, context: { ...portal.context, ...newer } }, folder);
  await migrate(newer.db, newer.pool);
  const { rows } = await newer.pool.query('select email, sought from accounts');
  expect(rows).toEqual([{ email: 'old@clinic.test', sought: ' анна old clinic test' }]);
});

test('verify names what is missing, what is damaged, and what nobody knows', async () => {
  const portal = await startBusyPortal();
  expect(await check(portal)).toMatchObject(nothingWrong);
  const [gone, damaged] = [await makeDoneStudy(portal), await makeDoneStudy(portal)];
  const { storage, archive } = portal.context;
  await storage.remove(`studies/${gone.objectID}.zip`);
  const wrong = 'the one object of a studY';
  await storage.put(`studies/${damaged.objectID}.zip`, Readable.from([Buffer.from(wrong)]));
  await archive!.put(`archive/${gone.objectID}.7.zip`, Readable.from([Buffer.from('x')]));
  // a picture without its end, and a sent file of another length
  const [torn] = await keysIn(storage, `pictures/${gone.objectID}/`);
  await storage.put(torn!, Readable.from([Buffer.from('\xff\xd8\xff pict', 'latin1')]));
  const [sent, absent] = await keysIn(storage, 'uploads/');
  await storage.put(sent!, Readable.from([Buffer.from('x')]));
  await storage.remove(absent!);
  // an upload's run writes its object; of no other run may anything be left
  const [run, lost] = [randomUUID(), randomUUID()];
  const [, uploadUUID] = sent!.split('/');
  await portal.context.db
    .updateTable('uploads')
    .set({ runID: run })
    .where('uuid', '=', uploadUUID!)
    .execute();
  for (const id of [run, lost]) {
    await storage.put(`studies/${uploadUUID}.${id}.zip`, Readable.from([Buffer.from('x')]));
  }
  portal.clock.advance(2 * 3_600_000);
  const said: string[] = [];
  const found = await verify(portal.context, { quick: false, say: (line) => said.push(line) });
  expect(found).toMatchObject({ missing: 2, damaged: 3, orphans: 2 });
  expect(said.sort()).toEqual([
    `DAMAGED: warm ${torn}`,
    `DAMAGED: warm studies/${damaged.objectID}.zip`,
    `DAMAGED: warm ${sent}`,
    `MISSING: warm studies/${gone.objectID}.zip`,
    `MISSING: warm ${absent}`,
    `ORPHAN: cold archive/${gone.objectID}.7.zip`,
    `ORPHAN: warm studies/${uploadUUID}.${lost}.zip`,
  ]);
  // and a backup says so too, and keeps the rest
  expect(await save(portal, await newFolder())).toMatchObject({ bad: 4 });
});
