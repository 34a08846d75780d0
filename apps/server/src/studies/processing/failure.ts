/** A task of a child failed by its file; in English, for the log. */
export interface Failed {
  failed: string;
}

/** It failed by this machine, as on a full disk; the file is as good as it was. */
export interface OwnFailure {
  ours: string;
}

/** Only calls of the system carry `syscall`: what a file does to a parser does not. */
export const failureOf = (cause: unknown): Failed | OwnFailure => {
  if (!(cause instanceof Error)) return { failed: String(cause) };
  return 'syscall' in cause ? { ours: cause.message } : { failed: cause.message };
};
