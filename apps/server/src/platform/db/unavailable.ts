/** pg's words for a question that was not answered in time. */
export const QUERY_TIMEOUT_MESSAGE = 'Query read timeout';

/** What pg and its pool throw without a code: by their words, as there is nothing else to know them by. */
const SAID = [
  QUERY_TIMEOUT_MESSAGE,
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

const OF_THE_LINE = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/**
 * PostgreSQL, appendix A: connection exceptions, a server that stops or starts, no connections left, no memory or disk,
 * a statement given up for its time, changes that were left lying too long, a standby that takes no writes.
 */
const OF_THE_SERVER = /^(08...|57P0[1-5]|57014|53...|25006|25P03)$/;

/** Whether the database could not answer now, as against a question that it refuses. The same may go well in a while. */
export const isDatabaseUnavailable = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false;
  const { code, syscall } = cause as NodeJS.ErrnoException;
  // an error of ours about a file has a call too, but none of these codes
  if (code !== undefined && (OF_THE_LINE.includes(code) || OF_THE_SERVER.test(code))) return true;
  return syscall === undefined && SAID.some((words) => cause.message.startsWith(words));
};
