import type { Context } from '../context.ts';
import { findSettingsState } from './queries.ts';

const EVERY_MS = 2_000;

/** Calls `restart` once, at the first request to restart that comes after this call. Returns the function that ends the watch. */
export const watchRestarts = async (
  { db, log }: Pick<Context, 'db' | 'log'>,
  restart: () => void,
): Promise<() => void> => {
  const { restarts: atStart } = await findSettingsState(db);
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const { restarts } = await findSettingsState(db);
      if (restarts === atStart) return;
      clearInterval(timer);
      restart();
    } catch (cause) {
      // asked again; the database may be starting
      log.debug({ err: cause }, 'could not ask whether to restart');
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(ask, EVERY_MS).unref();
  return () => clearInterval(timer);
};
