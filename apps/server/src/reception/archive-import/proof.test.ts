import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { archived, createImportOf, hashesOf, rowsOf, untilState, useArchive } from './archive.fixture.ts';

const imported = async () => {
  const server = await startServer();
  const client = await server.make.doctor();
  const studies = [
    archived({ name: 'Иванов Иван' }),
    archived({ name: 'Петров Пётр' }, { slices: 2 }),
    archived({ name: 'Отчёт Один' }, { modalities: ['SR'] }),
  ];
  useArchive(server, studies, { problems: [{ where: 'CD 3/x.enc', reason: 'encrypted' }] });
  const assistant = await server.as(await server.make.assistant());
  await server.work('plan-archive-import', 'run-archive-import', 'process-upload', 'discard-upload');
  const importID = await createImportOf(assistant, { doctorID: client.id });
  await untilState(assistant, importID, 'planned');
  const path = `/assistant/archive-imports/${importID}`;
  await assistant.post(`${path}/confirm`);
  await untilState(assistant, importID, 'finished');
  const verdicts = async () => {
    const { body } = await assistant.get(`${path}/proof`);
    return (body as { studies: { verdict: string }[] }).studies.map(({ verdict }) => verdict);
  };
  return { server, studies, assistant, importID, path, verdicts };
};

test('the proof states for each file the SHA-256 at the source and here, and why a study was left out', async () => {
  const { server, studies, assistant, path, importID } = await imported();
  const url = `${server.address}/api/1${path}/proof/download`;
  const reply = await fetch(url, { headers: { cookie: assistant.cookie } });
  expect(reply.headers.get('content-type')).toBe('application/x-ndjson');
  const lines = (await reply.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [head, first, second, third, problem, summary] = lines;
  expect(head).toMatchObject({ import: importID });
  const [hash, ...slices] = hashesOf(studies);
  expect(first).toMatchObject({ verdict: 'equal', instances: [{ sourceSHA256: hash, sha256: hash }] });
  expect(second.instances.map((file: { sha256: string }) => file.sha256).toSorted()).toEqual(
    slices.slice(0, 2).toSorted(),
  );
  expect(third).toMatchObject({ verdict: 'left-out', reason: 'no-images', instances: [] });
  expect(problem).toEqual({ problem: { where: 'CD 3/x.enc', reason: 'encrypted' } });
  expect(summary).toEqual({ summary: { equal: 2, 'left-out': 1, problems: 1 } });
});

test('a file that was changed after the import differs in a later proof, and a deleted study is not here', async () => {
  const { server, assistant, importID, verdicts } = await imported();
  const { db } = server.context;
  expect(await verdicts()).toEqual(['equal', 'equal', 'left-out']);
  const [first, second] = await rowsOf(assistant, importID);
  await sql`update object_indexes set entries = jsonb_set(entries, '{0,sha256}', to_jsonb(repeat('0', 64)))
    where object_id = (select object_id from studies where id = ${first?.studyID})`.execute(db);
  expect(await verdicts()).toEqual(['differs', 'equal', 'left-out']);
  await db
    .updateTable('archiveImportStudies')
    .set({ studyID: null })
    .where('id', '=', second?.rowID ?? 0)
    .execute();
  expect(await verdicts()).toEqual(['differs', 'not-here', 'left-out']);
});
