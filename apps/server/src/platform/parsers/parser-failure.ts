/** The file caused the failure; the text is English, for the log. */
export interface ParseFailure {
  failed: string;
}

/** The machine caused the failure, for example a full disk; the file may be valid. */
export interface InternalFailure {
  internal: string;
}

/** Messages of decoders may quote the file. */
const MAX_LENGTH = 500;

/**
 * Only errors of system calls, and errors of the store that they cause, have `syscall`; no error that a file causes in a
 * parser does.
 */
export const failureOf = (cause: unknown): ParseFailure | InternalFailure => {
  if (!(cause instanceof Error)) return { failed: String(cause).slice(0, MAX_LENGTH) };
  const isOfSystem = [cause, cause.cause].some((error) => error instanceof Error && 'syscall' in error);
  const message = cause.message.slice(0, MAX_LENGTH);
  return isOfSystem ? { internal: message } : { failed: message };
};
