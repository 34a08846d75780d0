import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { currentRequestID } from './request-context.ts';

const KEPT_BYTES = 50 * 1024 * 1024;

/**
 * JSON lines. They carry ids, the request's before all; never names, tokens or bodies; what slips in under these keys is
 * cut out.
 */
export const logOptions: LoggerOptions = {
  base: undefined,
  mixin: () => ({ requestID: currentRequestID() }),
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['*.password', '*.token', '*.authorization', '*.cookie', 'req.headers'],
};

/** For the one-machine portal, whose terminal belongs to a person: a file in the data folder, the last one kept too. */
export const openLog = async (dataDir: string): Promise<Logger> => {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'snimok.log');
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > KEPT_BYTES) await rename(file, `${file}.1`);
  return pino(logOptions, pino.destination({ dest: file, sync: true, append: true, mode: 0o600 }));
};

/** For an API or a worker under systemd or in a container: standard output. */
export const logToOutput = (): Logger => pino(logOptions);
