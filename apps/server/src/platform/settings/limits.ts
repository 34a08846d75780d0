import { z } from 'zod';

interface Duration {
  text: string;
  ms: number;
}

/** From when the age of a study counts: the end of processing, or the examination. */
export const retentionFrom = z
  .enum(['published', 'examined'], { error: 'must be "published" or "examined"' })
  .default('published');

interface LimitSettings {
  UPLOAD_MAX_AGE: Duration;
  RETENTION_FROM: z.infer<typeof retentionFrom>;
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

/** The part of the configuration that limits how long studies are available, what accounts send and read, and the processing. */
export const limitsOf = (s: LimitSettings) => ({
  uploadMaxAge: s.UPLOAD_MAX_AGE,
  retentionFrom: s.RETENTION_FROM,
  /** The limits of one upload. `parserMs` is how long its files may occupy parser processes. */
  uploadLimits: {
    sentBytes: s.UPLOAD_MAX_BYTES,
    unpackedBytes: s.UPLOAD_MAX_UNPACKED,
    files: s.UPLOAD_MAX_FILES,
    parserMs: s.UPLOAD_MAX_CPU.ms,
  },
  /**
   * The limits of one account on one day. The limits of bytes and files apply to what is sent, and separately to what
   * is unpacked.
   */
  dailyLimits: {
    bytes: s.UPLOAD_DAILY_BYTES,
    files: s.UPLOAD_DAILY_FILES,
    parserMs: s.UPLOAD_DAILY_CPU.ms,
  },
  /** How many searches one account may make in an hour, and how many studies it may download. */
  readingLimits: { searches: s.SEARCHES_HOURLY, downloads: s.DOWNLOADS_HOURLY },
  /** The size of a process's working files, and the space that they must leave free on their disk. */
  scratch: { maxBytes: s.SCRATCH_MAX, minFreeBytes: s.SCRATCH_MIN_FREE },
});
