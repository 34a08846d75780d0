import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Programs = Record<'NGINX' | 'POSTGRES_BIN' | 'CENTRIFUGO' | 'S3_SERVER', string>;

export const ROOT = join(import.meta.dirname, '../../..');

/** The paths of the programs that the engine tests use; missing ones are installed. */
export const findPrograms = async (): Promise<Programs> => {
  const file = pathToFileURL(join(ROOT, 'scripts/programs/engine-programs.mjs')).href;
  const { prepareEngines } = (await import(file)) as { prepareEngines(): Promise<Programs> };
  return prepareEngines();
};
