import type { Agent } from 'node:http';
import { Pool } from 'pg';
import { exchange } from '../exchange.ts';
import { shown, type Table } from '../figures.ts';
import { untilProcessed } from '../processing.ts';
import { quietMoment } from '../quiet.ts';
import { sendStudy } from '../sending.ts';
import type { SliceFile } from '../series.ts';
import type { Visitor } from '../visitor.ts';
import { type Usage, watch } from './machine.ts';
import { untilAllIsMade } from './send-objects.ts';
import type { Doors, Ground, Raw } from './stand.ts';

const LANES = 8;

interface Sender {
  files: SliceFile[];
  assistant: Visitor;
  raw: Raw;
  /** one connection */
  one: Agent;
}

interface Published {
  url: string;
  rawURL: string;
  bytes: number;
  cost: Table;
}

/** Processed, with nothing left to be made of it; and what that took. */
export const publish = async (
  { files, assistant, raw, one }: Sender,
  ground: Ground,
  doors: Doors,
): Promise<Published> => {
  const studyID = await assistant.makeStudy();
  await quietMoment();
  const watching = await watch({ ...doors.processes, ...ground.engines });
  const uploadUUID = await sendStudy(assistant, studyID, files, LANES);
  await untilProcessed(assistant, uploadUUID);
  const pool = new Pool({ connectionString: ground.databaseURL, max: 1 });
  await untilAllIsMade(pool);
  const usage = await watching.stop();
  const { rows } = await pool.query<{ key: string; object: string; view: string }>(
    `select o.key, o.size_bytes as object, v.size_bytes as view from studies s
    join objects o on o.id = s.object_id join object_views v on v.object_id = o.id where s.id = $1`,
    [studyID],
  );
  await pool.end();
  const { text } = await assistant.get(`/assistant/studies/${studyID}/download`);
  const { presignedURL: url } = JSON.parse(text) as { presignedURL: string };
  const cost = costTable(usage, Number(rows[0]?.object), Number(rows[0]?.view));
  return { url, rawURL: await raw.getURL(rows[0]?.key ?? ''), bytes: await getWhole(one, url), cost };
};

const costTable = ({ cpu, seconds }: Usage, objectBytes: number, viewBytes: number): Table => ({
  title: 'One study of 130 MB, from the first call until everything is made of it',
  head: ['seconds', 'its ZIP, MB', 'for the viewer, MB', ...Object.keys(cpu).map((name) => `${name}, CPU s`)],
  rows: [
    [
      shown(seconds),
      shown(objectBytes / 1e6),
      shown(viewBytes / 1e6),
      ...Object.values(cpu).map((share) => shown(share * seconds)),
    ],
  ],
});

export const getWhole = async (agent: Agent, url: string): Promise<number> =>
  (await exchange(agent, url, {}, { keep: false })).bytes;
