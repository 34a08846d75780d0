import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { currentRequestID } from './request-context.ts';

const MAX_BYTES = 50 * 1024 * 1024;

/**
 * JSON lines. They contain ids, above all the request id, and never names, tokens or bodies. The redaction of keys
 * applies if other code logs an object with a secret by mistake.
 */
export const logOptions: LoggerOptions = {
  base: undefined,
  mixin: () => ({ requestID: currentRequestID() }),
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['*.password', '*.token', '*.authorization', '*.cookie', 'req.headers'],
};

const COLLECTED_BYTES = 8 * 1024;
const WRITTEN_EVERY_MS = 100;
const WARNING = 40;

/**
 * Collects lines and writes them together, because one write for each line takes a tenth of the CPU time of a list.
 * Warnings and errors are written at once, with all lines before them. The rest is written when the process exits. A killed
 * process loses the ordinary lines of its last tenth of a second.
 */
const collecting = (options: { dest: string | number; append?: boolean; mode?: number }): Logger => {
  const destination = pino.destination({ ...options, sync: true, minLength: COLLECTED_BYTES });
  setInterval(() => destination.flushSync(), WRITTEN_EVERY_MS).unref();
  process.on('exit', () => destination.flushSync());
  const hooks: LoggerOptions['hooks'] = {
    logMethod(given, method, level) {
      method.apply(this, given);
      if (level >= WARNING) destination.flushSync();
    },
  };
  return pino({ ...logOptions, hooks }, destination);
};

/** A log file in the data folder, rotated at 50 MB, for a portal that is started in a user's terminal. */
export const openLog = async (dataDir: string): Promise<Logger> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'snimok.log');
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_BYTES) await rename(file, `${file}.1`);
  return collecting({ dest: file, append: true, mode: 0o600 });
};

/** The log on standard output, for an API or a worker under systemd or in a container. */
export const logToOutput = (): Logger => collecting({ dest: 1 });
