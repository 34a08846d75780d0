import type { Agent } from 'node:http';
import { Pool } from 'pg';
import { exchange } from '../measuring/exchange.ts';
import { shown, type Table } from '../measuring/figures.ts';
import { untilProcessed } from '../transfer/processing.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { sendStudy } from '../transfer/sending.ts';
import type { SliceFile } from '../measuring/series.ts';
import type { PortalClient } from '../programs/portal-client.ts';
import { type Usage, watchProcesses } from './processes.ts';
import { untilRenditionsAreReady } from './dataset/upload-phantoms.ts';
import type { PortalProcesses, Backend, RawEngine } from './installations/installation.ts';

const CONNECTIONS = 8;

interface Upload {
  files: SliceFile[];
  assistant: PortalClient;
  raw: RawEngine;
  /** an agent with one connection */
  agent: Agent;
}

interface MeasuredStudy {
  url: string;
  rawURL: string;
  bytes: number;
  cost: Table;
}

/** Uploads a study, waits for its rendition and measures the time, sizes and CPU time. */
export const measureStudy = async (
  { files, assistant, raw, agent }: Upload,
  backend: Backend,
  portal: PortalProcesses,
): Promise<MeasuredStudy> => {
  const studyID = await assistant.makeStudy();
  await waitUntilQuiet();
  const watching = await watchProcesses({ ...portal.processes, ...backend.engines });
  const uploadUUID = await sendStudy(assistant, studyID, files, CONNECTIONS);
  await untilProcessed(assistant, uploadUUID);
  const pool = new Pool({ connectionString: backend.databaseURL, max: 1 });
  await untilRenditionsAreReady(pool);
  const usage = await watching.stop();
  const { rows } = await pool.query<{ key: string; object: string; rendition: string }>(
    `select o.key, o.size_bytes as object, v.size_bytes as rendition from studies s
    join objects o on o.id = s.object_id join object_views v on v.object_id = o.id where s.id = $1`,
    [studyID],
  );
  await pool.end();
  const { text } = await assistant.get(`/assistant/studies/${studyID}/download`);
  const { presignedURL: url } = JSON.parse(text) as { presignedURL: string };
  const cost = costTable(usage, Number(rows[0]?.object), Number(rows[0]?.rendition));
  return { url, rawURL: await raw.getURL(rows[0]?.key ?? ''), bytes: await downloadAll(agent, url), cost };
};

const costTable = ({ cpu, seconds }: Usage, objectBytes: number, renditionBytes: number): Table => ({
  title: 'One study of 130 MB, from the first call to the complete rendition',
  head: ['seconds', 'ZIP, MB', 'rendition, MB', ...Object.keys(cpu).map((name) => `${name}, CPU s`)],
  rows: [
    [
      shown(seconds),
      shown(objectBytes / 1e6),
      shown(renditionBytes / 1e6),
      ...Object.values(cpu).map((share) => shown(share * seconds)),
    ],
  ],
});

/** Downloads and drops a file; returns its length. */
export const downloadAll = async (agent: Agent, url: string): Promise<number> =>
  (await exchange(agent, url, {}, { keepBody: false })).bytes;
