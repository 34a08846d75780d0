export interface Progress {
  /** 0 to 1, never decreases */
  share: number;
  sentBytes: number;
  totalBytes: number;
  /** null until it can be measured */
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

/** Long enough to average over small files, short enough to follow a slower line. */
const WINDOW_MS = 8_000;
const MEASURABLE_MS = 1_000;

/**
 * Counts bytes. When a file is sent again, its bytes are subtracted, but the reported share does not
 * decrease.
 */
export function startProgress(totalBytes: number, storedBytes: number, now: () => number) {
  const inProgress = new Map<string, number>();
  const samples: { at: number; bytes: number }[] = [{ at: now(), bytes: 0 }];
  let doneBytes = 0;
  let alreadyStoredBytes = storedBytes;
  let highestShare = 0;

  const movedBytes = () => doneBytes + [...inProgress.values()].reduce((sum, bytes) => sum + bytes, 0);

  /** Speed of progress, not of traffic: bytes sent again count once. */
  function speed(): number | null {
    const at = now();
    const bytes = movedBytes();
    while (samples.length > 1 && at - samples[1]!.at >= WINDOW_MS) samples.shift();
    if (at - samples.at(-1)!.at >= 250) samples.push({ at, bytes });
    const [oldest] = samples;
    const elapsedMs = at - oldest!.at;
    if (elapsedMs < MEASURABLE_MS) return null;
    return Math.max(0, ((bytes - oldest!.bytes) / elapsedMs) * 1000);
  }

  return {
    /** Adds bytes that turn out to be stored already; they do not count as speed. */
    there: (bytes: number) => void (alreadyStoredBytes += bytes),
    /** `sent` identifies a file or a part of a file. */
    moved: (sent: string, bytes: number) => void inProgress.set(sent, bytes),
    again: (sent: string) => void inProgress.delete(sent),
    done(sent: string, bytes: number) {
      inProgress.delete(sent);
      doneBytes += bytes;
    },
    read(): Progress {
      const sentBytes = Math.min(totalBytes, alreadyStoredBytes + movedBytes());
      highestShare = Math.max(highestShare, totalBytes === 0 ? 1 : sentBytes / totalBytes);
      const bytesPerSecond = speed();
      return {
        share: highestShare,
        sentBytes: Math.round(highestShare * totalBytes),
        totalBytes,
        bytesPerSecond,
        secondsLeft: bytesPerSecond ? (totalBytes - sentBytes) / bytesPerSecond : null,
      };
    },
  };
}
