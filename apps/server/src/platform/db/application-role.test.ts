import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inject, onTestFinished, expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { openContext } from '../open-context.ts';
import { startServer } from '../../testing/portal/server.ts';
import { startOtherAPI } from '../../testing/portal/other-process.ts';
import { completeUploadOf, sendFiles, waitUntilProcessed } from '../../testing/scans/sending.ts';
import { volume } from '../../testing/scans/dicom.ts';
import { databaseURL } from '../../testing/portal/template-database.ts';
import { mayRewriteAudit } from './application-role.ts';
import { openPool } from './client.ts';

/** The name of a role, which is dropped at the end of the test. */
const nameRole = async () => {
  const admin = openPool(inject('databaseURL'), { max: 1 });
  const role = `test_${randomUUID().replaceAll('-', '')}`;
  onTestFinished(async () => {
    // runs last, because it is registered first: the databases in which the role has privileges are dropped before
    await admin.query(`drop role if exists ${role}`);
    await admin.end();
  });
  return role;
};

const withRole = (url: string, role: string): string => {
  const changed = new URL(url);
  [changed.username, changed.password] = [role, 'of the test'];
  return changed.href;
};

/** A portal whose second process connects with a restricted role, which it creates. */
const startRestricted = async () => {
  const role = await nameRole();
  const server = await startServer();
  const ownerURL = server.context.config.databaseURL ?? '';
  const applicationURL = withRole(ownerURL, role);
  const config = { ...server.context.config, databaseURL: applicationURL, databaseOwnerURL: ownerURL };
  const { context, close } = await openContext(config, server.context.log);
  onTestFinished(close);
  return { server, context, ownerURL, applicationURL, role };
};

const TABLES = { audit_events: 'action', audit_chain: 'hash', audit_heads: 'text' };

test('the database role of the application can neither change nor delete audit records', async () => {
  const { server, context } = await startRestricted();
  await sql`insert into audit_heads (number, at, text, signature) values (1, now(), '{}', '')`.execute(
    server.context.db,
  );
  expect(await mayRewriteAudit(context.pool)).toBe(false);
  expect(await mayRewriteAudit(server.context.pool)).toBe(true);
  for (const [table, column] of Object.entries(TABLES)) {
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `alter table ${table} disable trigger user`,
      `drop table ${table} cascade`,
      `create trigger other before insert on ${table} execute function refuse_change()`,
    ]) {
      await expect(context.pool.query(statement), statement).rejects.toThrow(
        /permission denied|must be owner/,
      );
    }
  }
  await expect(context.pool.query('set session_replication_role = replica')).rejects.toThrow(
    'permission denied',
  );
});

test('a portal with the restricted role accepts sign-ins, processes an upload and records it', async () => {
  const { server, applicationURL } = await startRestricted();
  const restricted = await startOtherAPI(server, { databaseURL: applicationURL });
  server.context.pool = restricted.context.pool;
  server.context.db = restricted.context.db;
  await server.work();
  const { email, password } = await server.make.assistant();
  const { studyID, patientID } = await server.make.study();
  expect((await restricted.nobody.signIn(email, password)).status).toBe(200);
  const files = volume(3);
  const uploadUUID = await sendFiles(restricted.nobody, studyID, files);
  await completeUploadOf(restricted.nobody, uploadUUID, files);
  expect(await waitUntilProcessed(restricted.nobody, uploadUUID)).toMatchObject({ error: null });
  const { body } = await restricted.nobody.get(`/assistant/patients/${patientID}/history`);
  expect(body).toMatchObject({ totalCount: 2 });
});

test('a process that has only the restricted role starts on a migrated database, and refuses an older one', async () => {
  const { server, ownerURL, applicationURL } = await startRestricted();
  const config = { ...server.context.config, databaseURL: applicationURL };
  const { close } = await openContext(config, server.context.log);
  await close();
  await server.context.pool.query(`delete from kysely_migration where name like '0032%'`);
  await expect(openContext(config, server.context.log)).rejects.toThrow('DATABASE_OWNER_URL');
  await expect(openContext(config, server.context.log, { asOwner: true })).rejects.toThrow(
    'DATABASE_OWNER_URL',
  );
  expect(ownerURL).not.toBe(applicationURL);
});

test('a role that owns the tables keeps its privileges, so that older versions continue to work', async () => {
  const server = await startServer();
  const url = server.context.config.databaseURL ?? '';
  const config = { ...server.context.config, databaseURL: url, databaseOwnerURL: url };
  const { context, close } = await openContext(config, server.context.log);
  onTestFinished(close);
  expect(await mayRewriteAudit(context.pool)).toBe(true);
  const { rows } = await context.pool.query<{ granted: boolean }>(
    `select has_table_privilege('audit_events', 'truncate') as granted`,
  );
  expect(rows).toEqual([{ granted: true }]);
});

test('an owner without superuser rights migrates an empty database for a role that an operator has created', async () => {
  const owner = await nameRole();
  const role = await nameRole();
  const { context: shared } = await startServer();
  const { pool, config, log } = shared;
  await pool.query(`create role ${owner} login password 'of the test'`);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await pool.query(`create database ${name} owner ${owner} template template0`);
  const url = databaseURL(config.databaseURL ?? '', name);
  const two = { ...config, databaseURL: withRole(url, role), databaseOwnerURL: withRole(url, owner) };
  await expect(openContext(two, log)).rejects.toThrow('authentication failed');
  await pool.query(`create role ${role} login password 'of the test'`);
  const { context, close } = await openContext(two, log);
  onTestFinished(async () => {
    await close();
    const admin = openPool(inject('databaseURL'), { max: 1 });
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  expect(await mayRewriteAudit(context.pool)).toBe(false);
  expect((await context.pool.query('select from accounts')).rows).toEqual([]);
});

test('a start that changes no privileges leaves the catalogue alone', async () => {
  const { server, ownerURL, applicationURL } = await startRestricted();
  const versions = () =>
    server.context.pool.query(`select oid, xmin from pg_class where relkind in ('r', 'S') order by oid`);
  const before = (await versions()).rows;
  const config = { ...server.context.config, databaseURL: applicationURL, databaseOwnerURL: ownerURL };
  const { close } = await openContext(config, server.context.log);
  await close();
  expect((await versions()).rows).toEqual(before);
});

test('DATABASE_OWNER_URL without DATABASE_URL is refused', () => {
  const url = databaseURL(inject('databaseURL'), 'portal');
  expect(() => readConfig({ DATABASE_OWNER_URL: url })).toThrow('requires DATABASE_URL');
});
