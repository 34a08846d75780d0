import { randomUUID } from 'node:crypto';
import { StudyStatus } from '@snimok/contract/studies/studies';
import {
  ownPhaseOf,
  type StudyPhase,
  type StudyStateKind,
  studyStateOf,
} from '@snimok/contract/studies/study-state';
import { UploadStatus } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import type { Actor } from '../../../platform/access/actor.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { presentStudy, presentToDoctor } from '../present.ts';
import { listStudiesByID } from './queries.ts';
import { inState, stateOf } from './study-state.ts';

const PHASES: Record<StudyStateKind, StudyPhase> = {
  'waits-for-files': 'preparing',
  uploading: 'preparing',
  processing: 'preparing',
  held: 'preparing',
  failed: 'preparing',
  restoring: 'restoring',
  available: 'available',
  archived: 'archived',
};
const KINDS = Object.keys(PHASES) as StudyStateKind[];

const PLACES = [null, 'warm', 'cold', 'bin', 'gone', 'lost'];
const UPLOADS = UploadStatus.options.flatMap((status) =>
  [null, 'ошибка'].flatMap((error) => [null, '{}'].map((held) => ({ status, error, held }))),
);
const COMBINATIONS = PLACES.flatMap((place) =>
  StudyStatus.options.flatMap((status) =>
    [false, true].flatMap((restored) =>
      [null, ...UPLOADS].map((upload) => ({ place, status, restored, upload })),
    ),
  ),
);

/** Returns the ids of the studies. An earlier upload, which failed, decides nothing. */
const insertCombinations = async ({ context: { db, clock }, make }: TestServer): Promise<number[]> => {
  const { studyID } = await make.study();
  const like = await db
    .selectFrom('studies')
    .select(['patientID', 'doctorID', 'patientName', 'doctorName', 'type', 'creatorID', 'createdAt'])
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();
  const objects = PLACES.flatMap((place) => (place === null ? [] : { place, id: randomUUID() }));
  const object = { sizeBytes: 1, sha256: Buffer.alloc(32), imageCount: 1 };
  await db
    .insertInto('objects')
    .values(objects.map((one) => ({ ...object, ...one, key: one.id })))
    .execute();
  const objectIn = (place: string | null) => objects.find((one) => one.place === place)?.id ?? null;
  const studies = await db
    .insertInto('studies')
    .values(
      COMBINATIONS.map(({ place, status, restored }) => ({
        ...like,
        status,
        restored,
        objectID: objectIn(place),
      })),
    )
    .returning('id')
    .execute();
  const earlier = new Date(clock.now().getTime() - 1000);
  const now = clock.now();
  const uploads = studies.flatMap(({ id }, at) => {
    const upload = COMBINATIONS[at]?.upload;
    const common = { studyID: id, creatorID: like.creatorID };
    return upload
      ? [
          {
            ...common,
            uuid: randomUUID(),
            status: 'processed',
            error: 'earlier',
            held: null,
            createdAt: earlier,
          },
          { ...common, uuid: randomUUID(), ...upload, createdAt: now },
        ]
      : [];
  });
  await db.insertInto('uploads').values(uploads).execute();
  return studies.map(({ id }) => id);
};

test('TypeScript, SQL, and the APIs for assistants and for clients agree on the state of a study', async () => {
  const server = await startServer();
  const { db, clock } = server.context;
  const ids = await insertCombinations(server);
  const { id: accountID } = await server.make.assistant();
  const who: Actor = { kind: 'assistant', accountID, rights: new Set(['studies']) };
  const conditions = await db
    .selectFrom('studies')
    .select('studies.id')
    .select(KINDS.map((kind) => inState(kind).as(kind)))
    .execute();
  const inSQL = new Map(conditions.map((row) => [row.id, KINDS.filter((kind) => row[kind] === true)]));
  const rows = await listStudiesByID(db, who, ids);
  expect(rows).toHaveLength(COMBINATIONS.length);
  for (const row of rows) {
    const { status, restored, objectPlace, upload } = row;
    const facts = { status, restored, objectPlace, upload };
    const state = stateOf(row);
    expect([facts, inSQL.get(row.id)]).toEqual([facts, [state]]);
    expect([facts, studyStateOf(presentStudy(row, null, clock.now())).kind]).toEqual([facts, state]);
    expect([facts, ownPhaseOf(presentToDoctor(who, row))]).toEqual([facts, PHASES[state]]);
  }
  expect(new Set(rows.map(stateOf))).toEqual(new Set(KINDS));
});
