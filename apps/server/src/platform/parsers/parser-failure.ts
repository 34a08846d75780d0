/** The file caused the failure; the text is English, for the log. */
export interface ParseFailure {
  failed: string;
}

/** The machine caused the failure, for example a full disk; the file may be valid. */
export interface InternalFailure {
  internal: string;
}

/** Longer messages are cut, since messages of decoders may quote the file. */
const MAX_LENGTH = 500;

/**
 * Distinguishes failures of the machine from failures that the file causes. Errors of system calls have `syscall`, also as
 * the cause of an error of the store; errors that a file causes in a parser never have it.
 */
export const failureOf = (cause: unknown): ParseFailure | InternalFailure => {
  if (!(cause instanceof Error)) return { failed: String(cause).slice(0, MAX_LENGTH) };
  const isOfSystem = [cause, cause.cause].some((error) => error instanceof Error && 'syscall' in error);
  const message = cause.message.slice(0, MAX_LENGTH);
  return isOfSystem ? { internal: message } : { failed: message };
};
