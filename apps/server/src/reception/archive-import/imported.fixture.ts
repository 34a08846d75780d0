import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { EntryRange } from '../../platform/zip/zip-content.ts';
import { readEntry } from '../../platform/zip/zip-entry.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { archived, type ArchivedStudy, createImportOf, untilState, useArchive } from './archive.fixture.ts';

const JOBS = [
  'plan-archive-import',
  'run-archive-import',
  'process-upload',
  'discard-upload',
  'delete-unused-files',
] as const;

/** A portal with a planned import of this archive. */
export const planned = async (
  studies: ArchivedStudy[],
  options: {
    hooks?: Parameters<typeof useArchive>[2];
    settings?: object;
    jobs?: readonly (typeof JOBS)[number][];
  } = {},
) => {
  const server = await startServer();
  const client = await server.make.doctor();
  const archive = useArchive(server, studies, options.hooks);
  const administrator = await server.make.assistant();
  const assistant = await server.as(administrator);
  await server.work(...(options.jobs ?? JOBS));
  const importID = await createImportOf(assistant, { doctorID: client.id, ...options.settings });
  await untilState(assistant, importID, 'planned');
  return { server, client, archive, administrator, assistant, importID };
};

/** Calls an endpoint that changes the state of an import. */
export const act = (assistant: TestClient, importID: number, word: string) =>
  assistant.post(`/assistant/archive-imports/${importID}/${word}`);

/** The SHA-256 of every file of every published study, read from the store. */
export const storedHashes = async ({ context: { db, storage } }: TestServer): Promise<string[]> => {
  const rows = await db
    .selectFrom('studies')
    .innerJoin('objects', 'objects.id', 'studies.objectID')
    .innerJoin('objectIndexes', 'objectIndexes.objectID', 'objects.id')
    .select(['objects.key', 'objectIndexes.entries'])
    .execute();
  const hashes: string[] = [];
  for (const { key, entries } of rows)
    for (const entry of entries as unknown as EntryRange[]) {
      const bytes = await buffer(await readEntry(storage, key, entry));
      hashes.push(createHash('sha256').update(bytes).digest('hex'));
    }
  return hashes;
};

/** Two X-rays and a volume. */
export const ofThreePatients = () => [
  archived({ name: 'Иванов Иван Иванович' }, { accessionNumber: 'A-2009-17', description: 'ОПТГ' }),
  archived({ name: 'Петров Пётр', birthDate: '1990-03-04' }, { slices: 3 }),
  archived({ name: 'Сидорова Анна', birthDate: '1985-05-06', sex: 'F' }),
];
