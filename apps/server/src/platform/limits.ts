interface Duration {
  ms: number;
}

interface LimitSettings {
  UPLOAD_MAX_BYTES: number;
  UPLOAD_MAX_UNPACKED: number;
  UPLOAD_MAX_FILES: number;
  UPLOAD_MAX_CPU: Duration;
  UPLOAD_DAILY_BYTES: number;
  UPLOAD_DAILY_FILES: number;
  UPLOAD_DAILY_CPU: Duration;
  SEARCHES_HOURLY: number;
  DOWNLOADS_HOURLY: number;
  SCRATCH_MAX: number;
  SCRATCH_MIN_FREE: number;
}

/** The part of the configuration that limits what accounts send and read, and the processing of uploads. */
export const limitsOf = (s: LimitSettings) => ({
  /** Of one upload; `parserMs` is the time that its files occupy parser processes. */
  uploadLimits: {
    sentBytes: s.UPLOAD_MAX_BYTES,
    unpackedBytes: s.UPLOAD_MAX_UNPACKED,
    files: s.UPLOAD_MAX_FILES,
    parserMs: s.UPLOAD_MAX_CPU.ms,
  },
  /** Of one account on one day; bytes and files apply to what it sends and to what that contains unpacked. */
  dailyLimits: {
    bytes: s.UPLOAD_DAILY_BYTES,
    files: s.UPLOAD_DAILY_FILES,
    parserMs: s.UPLOAD_DAILY_CPU.ms,
  },
  /** Of one account in an hour: searches, and studies whose files it fetches. */
  readingLimits: { searches: s.SEARCHES_HOURLY, downloads: s.DOWNLOADS_HOURLY },
  /** The working files of a process, and the space on their disk that they leave free. */
  scratch: { maxBytes: s.SCRATCH_MAX, minFreeBytes: s.SCRATCH_MIN_FREE },
});
