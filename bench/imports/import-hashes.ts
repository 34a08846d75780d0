import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { openPool } from '../../apps/server/src/platform/db/client.ts';
import { connections, inParallel } from '../measuring/exchange.ts';
import type { Orthanc } from '../programs/orthanc-server.ts';
import type { Portal } from '../programs/portal.ts';

/** The SHA-256 of each file by the UID of its instance; several if it is there several times. */
type Hashes = Map<string, string[]>;

const AT_ONCE = 4;

const add = (hashes: Hashes, uid: string, bytes: Uint8Array): void => {
  const hash = createHash('sha256').update(bytes).digest('hex');
  hashes.set(uid, [...(hashes.get(uid) ?? []), hash]);
};

const bytesOf = async (url: string): Promise<Buffer> => {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url.slice(0, 120)}: ${reply.status}`);
  return Buffer.from(await reply.arrayBuffer());
};

/** Reads every file of Orthanc. */
export const hashesAtSource = async ({ address }: Orthanc): Promise<Hashes> => {
  const hashes: Hashes = new Map();
  const listed = JSON.parse((await bytesOf(`${address}/instances?expand`)).toString()) as {
    ID: string;
    MainDicomTags: { SOPInstanceUID: string };
  }[];
  await inParallel(AT_ONCE, listed, async ({ ID, MainDicomTags }) =>
    add(hashes, MainDicomTags.SOPInstanceUID, await bytesOf(`${address}/instances/${ID}/file`)),
  );
  return hashes;
};

/** Downloads every study that has a row, and reads the files of its archive, which are named after their instances. */
export const hashesHere = async ({ databaseURL, assistant }: Portal) => {
  const pool = openPool(databaseURL, { max: 1 });
  const ids = (await pool.query('select id from studies order by id')).rows as { id: number }[];
  const [patients] = (await pool.query('select count(*)::int as count from patients')).rows as {
    count: number;
  }[];
  await pool.end();
  const hashes: Hashes = new Map();
  const agent = connections(AT_ONCE);
  await inParallel(AT_ONCE, ids, async ({ id }) => {
    const { text } = await assistant.get(`/assistant/studies/${id}/download`, agent);
    const { presignedURL } = JSON.parse(text) as { presignedURL: string };
    const zip = await fromBufferPromise(await bytesOf(presignedURL), { lazyEntries: true });
    for await (const entry of zip.eachEntry())
      add(hashes, entry.fileName.replace(/\.dcm$/, ''), await buffer(await zip.openReadStreamPromise(entry)));
  });
  agent.destroy();
  return { studies: ids.length, patients: patients?.count ?? 0, hashes };
};

/** One line for each instance that is lost, twice or different. */
export const differencesOf = (source: Hashes, here: Hashes): string[] =>
  [...new Set([...source.keys(), ...here.keys()])].flatMap((uid) => {
    const expected = source.get(uid) ?? [];
    const found = here.get(uid) ?? [];
    if (found.length === 1 && found[0] === expected[0]) return [];
    return [`${uid}: ${found.length} here, ${expected.length} at the source`];
  });
