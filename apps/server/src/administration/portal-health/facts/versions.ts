import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { listNewer } from '../../../platform/db/migrate.ts';
import { versionSentences } from '../sentences.ts';
import { type Line, lineOf } from './line.ts';

const ofPortal = (): string => {
  const file = join(import.meta.dirname, '../../../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};

export const versionsLine = async ({ db }: Context): Promise<Line> => {
  const { rows } = await sql<{ schema: string; postgres: string }>`
    select (select max(name) from kysely_migration) as schema, current_setting('server_version') as postgres`.execute(
    db,
  );
  const { schema = '', postgres = '' } = rows[0] ?? {};
  const isOlder = (await listNewer(db)).length > 0;
  const versions = {
    portal: ofPortal(),
    schema: schema.slice(0, 4),
    // Debian appends the name of its package
    postgres: postgres.split(' ')[0] ?? '',
    node: process.versions.node,
  };
  return lineOf('versions', {
    state: isOlder ? 'attention' : 'ok',
    summary: [versionSentences.list(versions), isOlder && versionSentences.newer],
    advice: versionSentences.update,
    // an upgrade takes some minutes, with both versions side by side
    isLettered: false,
  });
};
