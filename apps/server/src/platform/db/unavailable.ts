import { CONNECTION_ERRORS } from '../networks/connection-errors.ts';

/** The message with which pg rejects a query whose `query_timeout` is over; the error has no code. */
export const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

/** The beginnings of the messages of errors that pg and its pool throw without a code. */
const MESSAGES = [
  QUERY_TIMEOUT_MESSAGE,
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

/**
 * SQLSTATE codes of PostgreSQL, appendix A: connection exceptions (08), a server that stops or starts (57P01 to 57P05),
 * a statement cancelled by its timeout (57014), no connections, memory or disk left (53), a standby that takes no
 * writes (25006), a transaction ended for being idle (25P03).
 */
const SERVER_CODES = /^(08...|57P0[1-5]|57014|53...|25006|25P03)$/;

/**
 * Whether the database cannot answer at the moment, so that the same query may succeed later. False if the database
 * refuses the query.
 */
export const isDatabaseUnavailable = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false;
  const { code, syscall } = cause as NodeJS.ErrnoException;
  // errors about files have `syscall` too, but do not have these codes
  if (code !== undefined && (CONNECTION_ERRORS.includes(code) || SERVER_CODES.test(code))) return true;
  return syscall === undefined && MESSAGES.some((message) => cause.message.startsWith(message));
};
