import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkServer } from './check-server.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

let server: Embedded;
const folder = mkdtempSync(path.join(tmpdir(), 'snimok-check-'));

beforeAll(async () => {
  server = await startEmbedded({ folder, settings: { fsync: 'off' } });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a suitable server passes, given as a URL or as a connection, and the check leaves no extension behind', async () => {
  await checkServer(server.url);
  await withClient(server.url, async (client) => {
    await checkServer(client);
    const extensions = await client.query("SELECT FROM pg_extension WHERE extname = 'pg_trgm'");
    expect(extensions.rowCount).toBe(0);
  });
});

test('many processes can check at once, also while another one creates pg_trgm', async () => {
  const url = await makeDatabase('busy', "LOCALE 'C.UTF-8'");
  const creating = withClient(url, (client) =>
    client.query('CREATE EXTENSION pg_trgm SCHEMA information_schema'),
  );
  await Promise.all([creating, ...Array.from({ length: 8 }, () => checkServer(url))]);
  await checkServer(url);
});

test('a database whose locale does not recognise Russian letters is refused', async () => {
  const url = await makeDatabase('plain', "LOCALE_PROVIDER libc LOCALE 'C'");
  await expect(checkServer(url)).rejects.toThrow(/does not recognise Russian letters/);
});

test('a database in another encoding is refused', async () => {
  const url = await makeDatabase('old', "LOCALE_PROVIDER libc LOCALE 'C' ENCODING 'SQL_ASCII'");
  await expect(checkServer(url)).rejects.toThrow(/must be in UTF8.*SQL_ASCII/);
});

test('a user without the right to create pg_trgm passes once it exists', async () => {
  const url = await makeDatabase('guarded', "LOCALE 'C.UTF-8'");
  await withClient(url, (client) => client.query("CREATE ROLE guest LOGIN PASSWORD 'guest'"));
  const asGuest = url.replace(/app:[^@]+/, 'guest:guest');
  await expect(checkServer(asGuest)).rejects.toThrow(
    /pg_trgm is required and cannot be used: permission denied/,
  );
  await withClient(url, (client) => client.query('CREATE EXTENSION pg_trgm'));
  await checkServer(asGuest);
});

test('the error about an unreachable server contains its address but not its password', async () => {
  const failure = await checkServer('postgres://app:hidden@127.0.0.1:1/portal').catch(
    (error) => error as Error,
  );
  expect((failure as Error).message).toMatch(
    /^Cannot connect to PostgreSQL at 127\.0\.0\.1:1: .*ECONNREFUSED/,
  );
  expect((failure as Error).message).not.toContain('hidden');
});

async function makeDatabase(name: string, options: string) {
  await withClient(server.url, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`),
  );
  return server.url.replace(/postgres$/, name);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
