import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { untilProcessed } from '../../transfer/processing.ts';
import { sendStudy } from '../../transfer/sending.ts';
import type { PortalClient } from '../../programs/portal-client.ts';
import type { PhantomStudy } from './phantoms.ts';

/** Uploads per phantom. */
const TIMES = 4;
const CONNECTIONS = 4;
const POLL_MS = 500;

/**
 * Uploads the phantoms through the portal's API and waits for their renditions; the generated studies share these
 * objects.
 */
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

/** Waits until the jobs that make renditions and panoramas have finished. */
export const untilRenditionsAreReady = async (pool: Pool): Promise<void> => {
  for (;;) {
    const { rows } = await pool.query<{ making: boolean }>(
      `select exists (select from object_views where status = 'making')
        or exists (select from panoramas where status = 'making')
        or (select count(*) from objects) > (select count(*) from object_views) as making`,
    );
    if (!rows[0]?.making) return;
    await sleep(POLL_MS);
  }
};
