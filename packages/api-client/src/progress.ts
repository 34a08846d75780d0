export interface Progress {
  /** 0…1, never smaller than before */
  share: number;
  sentBytes: number;
  totalBytes: number;
  /** null until there is something to measure */
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

/** Long enough to smooth over the gaps between small files, short enough to notice a slower line. */
const WINDOW_MS = 8_000;
const MEASURABLE_MS = 1_000;

/** Counts bytes. A file that has to be sent again takes its bytes back here, but the bar waits instead of jumping. */
export function startProgress(totalBytes: number, storedBytes: number, now: () => number) {
  const inProgress = new Map<string, number>();
  const samples: { at: number; bytes: number }[] = [{ at: now(), bytes: 0 }];
  let doneBytes = 0;
  let alreadyStoredBytes = storedBytes;
  let highestShare = 0;

  const movedBytes = () => doneBytes + [...inProgress.values()].reduce((sum, bytes) => sum + bytes, 0);

  /** Bytes that count twice because of a second try are traffic, but no progress: speed is of progress. */
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
    /** On the server from an earlier time, as turns out only now: no traffic of today. */
    there: (bytes: number) => void (alreadyStoredBytes += bytes),
    /** `sent` names a file, or a part of one. */
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
