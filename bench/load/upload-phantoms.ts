import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { untilProcessed } from '../processing.ts';
import { sendStudy } from '../sending.ts';
import type { PortalClient } from '../portal-client.ts';
import type { PhantomStudy } from './phantoms.ts';

/** So often each phantom is sent. */
const TIMES = 4;
const CONNECTIONS = 4;
const LOOK_EVERY_MS = 500;

/** Real studies through the portal's own door, with all that is made of them, for the million to share. */
export const uploadPhantoms = async (
  assistant: PortalClient,
  pool: Pool,
  phantoms: PhantomStudy[],
): Promise<void> => {
  for (const { type, files } of phantoms) {
    for (let time = 0; time < TIMES; time++) {
      const studyID = await assistant.makeStudy(type);
      await untilProcessed(assistant, await sendStudy(assistant, studyID, files, CONNECTIONS));
    }
  }
  await untilRenditionsAreReady(pool);
};

/** Views and panoramas are made by later jobs. */
export const untilRenditionsAreReady = async (pool: Pool): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query<{ making: boolean }>(
      `select exists (select from object_views where status = 'making')
        or exists (select from panoramas where status = 'making')
        or (select count(*) from objects) > (select count(*) from object_views) as making`,
    );
    if (!rows[0]?.making) return;
    await sleep(LOOK_EVERY_MS);
  }
};
