import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PoolClient } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { linkEvents } from '../../../platform/audit/chain.ts';
import { exportHeads } from '../../../platform/audit/export-heads.ts';
import { signHead } from '../../../platform/audit/heads.ts';
import { sign, signingKeyOf } from '../../../platform/audit/signing.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';

let server: TestServer;

/** Twenty records, made by requests, a signed and exported head, and ten more records after it. */
beforeEach(async () => {
  server = await startServer();
  const centre = await server.as(await server.make.assistant());
  const { patientID } = await server.make.patient();
  const see = async (times: number) => {
    for (let n = 0; n < times; n++) await centre.get(`/assistant/patients/${patientID}`);
    await server.context.auditBuffer.flush();
  };
  await see(19);
  await signHead(server.context);
  await exportHeads(server.context);
  await see(10);
});

const AUDIT = join(import.meta.dirname, '../../commands/audit.ts');

/** Runs `npm run audit -- verify …` as an administrator does. */
const verify = async (args: string[] = [], settings: Record<string, string> = {}) => {
  const { dataDir, databaseURL } = server.context.config;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', AUDIT, 'verify', ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseURL, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = (await text(child.stdout)).trim().split('\n');
  const [code] = (await ended) as [number];
  return { code, lines };
};

/** Runs statements as a superuser who has switched off triggers and foreign keys. */
const asSuperuser = async (work: (client: PoolClient) => Promise<unknown>) => {
  const client = await server.context.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await work(client);
  } finally {
    client.release(true);
  }
};

/** Deletes the chain and links all remaining records again, as the portal would. */
const chainAgain = async (client: PoolClient) => {
  await client.query('truncate audit_chain');
  await linkEvents(server.context.db);
};

test('an untouched history is intact', async () => {
  expect(await verify()).toEqual({
    code: 0,
    lines: ['30 records, 30 links, 1 signed heads: the chain is intact'],
  });
});

test('a deleted record in the middle is found', async () => {
  await asSuperuser((client) => client.query('delete from audit_events where id = 12'));
  const { code, lines } = await verify();
  expect([code, lines.slice(1)]).toEqual([2, ['- record 12 (link 12) was deleted']]);
});

test('deleted records are found when their links are deleted as well', async () => {
  await asSuperuser(async (client) => {
    await client.query('delete from audit_chain where event_id between 12 and 14');
    await client.query('delete from audit_events where id between 12 and 14');
  });
  const { code, lines } = await verify();
  expect([code, lines.slice(1)]).toEqual([2, ['- links 12 to 14 are missing: 3 records were deleted']]);
});

test('an altered record is found', async () => {
  await asSuperuser((client) => client.query(`update audit_events set address = '10.0.0.1' where id = 12`));
  const { code, lines } = await verify();
  expect([code, lines.slice(1)]).toEqual([2, ['- record 12 (link 12) or its link was altered']]);
});

test('records deleted at the end of the history are found by the exported head', async () => {
  await asSuperuser(async (client) => {
    await client.query('delete from audit_chain where seq > 15');
    await client.query('delete from audit_events where id > 15');
    await client.query('delete from audit_heads');
  });
  const { code, lines } = await verify();
  expect(code).toBe(2);
  expect(lines.join('\n')).toMatch(
    /head 1 of [\d-]+ was exported, and is missing or different in the database/,
  );
  expect(lines.join('\n')).toMatch(
    /names link 20, and the chain ends at 15: 5 records were deleted at the end/,
  );
});

test('a history that was altered and chained again is found by the signed head', async () => {
  await asSuperuser(async (client) => {
    await client.query(`update audit_events set actor_id = 999 where id = 12`);
    await chainAgain(client);
  });
  const { code, lines } = await verify();
  expect(code).toBe(2);
  expect(lines.join('\n')).toMatch(/another hash of link 20: records up to this link were written again/);
});

test('a history that was chained again, with a head signed by another key, is found', async () => {
  await asSuperuser(async (client) => {
    await client.query('delete from audit_events where id = 12');
    await chainAgain(client);
    const { rows } = await client.query<{ text: string }>('select text from audit_heads');
    const links = await client.query<{ hash: Buffer }>('select hash from audit_chain where seq = 20');
    const head = { ...JSON.parse(rows[0]?.text ?? ''), hash: links.rows[0]?.hash.toString('hex') };
    const forged = JSON.stringify(head);
    const otherKey = signingKeyOf(Buffer.alloc(32, 7));
    await client.query('update audit_heads set text = $1, signature = $2', [forged, sign(forged, otherKey)]);
  });
  const { code, lines } = await verify();
  expect(code).toBe(2);
  expect(lines.join('\n')).toContain('has no valid signature of a known key');
  expect(lines.join('\n')).toContain('records up to this link were written again');
});

test('the history is compared with a head that was sent by e-mail and saved as a file', async () => {
  const { context, outbox } = server;
  context.config.auditExport = 'mailto:auditor@centre.example';
  await signHead(context);
  await exportHeads(context);
  const [attachment] = outbox.at(-1)?.attachments ?? [];
  const saved = join(context.config.dataDir, 'saved.json');
  await writeFile(saved, attachment?.content ?? '');
  const settings = { AUDIT_EXPORT: context.config.auditExport };
  expect((await verify(['--heads', saved], settings)).code).toBe(0);
  await asSuperuser(async (client) => {
    await client.query('delete from audit_heads');
    await client.query('delete from audit_events where id = 12');
    await chainAgain(client);
  });
  // without the saved attachment nothing contradicts the new chain
  expect((await verify([], settings)).code).toBe(0);
  const { code, lines } = await verify(['--heads', saved], settings);
  expect(code).toBe(2);
  expect(lines.join('\n')).toMatch(/names link 30, and the chain ends at 29: 1 records were deleted/);
});

test('the application can neither change nor delete signed heads', async () => {
  for (const statement of [
    `update audit_heads set text = '{}'`,
    'delete from audit_heads',
    'truncate audit_heads',
    'truncate audit_events cascade',
  ])
    await expect(server.context.pool.query(statement)).rejects.toThrow('append-only');
});
