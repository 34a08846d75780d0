import type { Piece } from '../transfer/transfer-observer.ts';

export interface Progress {
  /** 0 to 1, never decreases */
  share: number;
  /** bytes of the original files, like all sizes that people see */
  sentBytes: number;
  totalBytes: number;
  /** original bytes; null until it can be measured */
  bytesPerSecond: number | null;
  secondsLeft: number | null;
  /** bytes of pieces that arrived: as they were, and on the line */
  arrived: { originalBytes: number; sentBytes: number };
}

/** Long enough to average over small files, short enough to follow a slower line. */
const WINDOW_MS = 8_000;
const MEASURABLE_MS = 1_000;
/** Further files are expected to compress as well as the last ones, which together have this many bytes. */
const RATIO_WINDOW_BYTES = 64 * 1024 ** 2;

interface Counted {
  originalBytes: number;
  sentBytes: number;
}

/**
 * Counts original bytes. When a piece is sent again, its bytes are subtracted, but the reported share does not decrease.
 * The remaining time is estimated from bytes on the line, because files compress differently.
 */
export function startProgress(totalBytes: number, storedBytes: number, now: () => number) {
  /** bytes on the line of each known piece that has not arrived */
  const moving = new Map<Piece, number>();
  const done: Counted = { originalBytes: 0, sentBytes: 0 };
  const packing = packingRatio();
  let alreadyStoredBytes = storedBytes;
  let highestShare = 0;

  function moved(): Counted {
    let { originalBytes, sentBytes } = done;
    for (const [piece, bytes] of moving) {
      sentBytes += bytes;
      originalBytes += piece.sentBytes === 0 ? 0 : (bytes / piece.sentBytes) * piece.originalBytes;
    }
    return { originalBytes, sentBytes };
  }
  const speeds = speedMeter(now, moved);

  /** Bytes that the line still has to carry; null until the compression is known. */
  function remainingOnLine(): number | null {
    const toPackBytes = packing.remainingOnLine();
    if (toPackBytes === null) return null;
    let remaining = toPackBytes;
    let whole = totalBytes - alreadyStoredBytes - done.originalBytes - packing.toPackBytes;
    for (const [piece, bytes] of moving) {
      remaining += piece.sentBytes - bytes;
      whole -= piece.originalBytes;
    }
    return remaining + Math.max(0, whole);
  }

  function read(): Progress {
    const sentBytes = Math.min(totalBytes, alreadyStoredBytes + moved().originalBytes);
    highestShare = Math.max(highestShare, totalBytes === 0 ? 1 : sentBytes / totalBytes);
    const speed = speeds();
    const remaining = remainingOnLine();
    return {
      share: highestShare,
      sentBytes: Math.round(highestShare * totalBytes),
      totalBytes,
      bytesPerSecond: speed && speed.originalBytes,
      secondsLeft: speed && speed.sentBytes > 0 && remaining !== null ? remaining / speed.sentBytes : null,
      arrived: { ...done },
    };
  }

  return {
    /** Adds bytes that turn out to be stored already; they do not count as speed. */
    there: (bytes: number) => void (alreadyStoredBytes += bytes),
    moved: (piece: Piece, bytes: number) => void moving.set(piece, bytes),
    again: (piece: Piece) => void moving.set(piece, 0),
    /** The piece is not sent, or not in this form. */
    forget: (piece: Piece) => void moving.delete(piece),
    done(piece: Piece) {
      moving.delete(piece);
      done.originalBytes += piece.originalBytes;
      done.sentBytes += piece.sentBytes;
    },
    toPack: (bytes: number) => void (packing.toPackBytes = bytes),
    packed(piece: Piece) {
      moving.set(piece, 0);
      packing.packed(piece);
    },
    read,
  };
}

/** Returns the bytes per second of the last seconds: of progress, not of traffic, so bytes sent again count once. */
function speedMeter(now: () => number, moved: () => Counted) {
  const samples = [{ at: now(), originalBytes: 0, sentBytes: 0 }];
  return (): Counted | null => {
    const at = now();
    const current = moved();
    while (samples.length > 1 && at - samples[1]!.at >= WINDOW_MS) samples.shift();
    if (at - samples.at(-1)!.at >= 250) samples.push({ at, ...current });
    const [oldest] = samples;
    const elapsedMs = at - oldest!.at;
    if (elapsedMs < MEASURABLE_MS) return null;
    const perSecond = (bytes: number) => Math.max(0, (bytes / elapsedMs) * 1000);
    return {
      originalBytes: perSecond(current.originalBytes - oldest!.originalBytes),
      sentBytes: perSecond(current.sentBytes - oldest!.sentBytes),
    };
  };
}

/** Estimates how much the files that are not packed yet will shrink: as much as the last packed ones. */
function packingRatio() {
  const recent: Counted = { originalBytes: 0, sentBytes: 0 };
  return {
    /** original bytes of the files that are not packed yet */
    toPackBytes: 0,
    packed({ originalBytes, sentBytes }: Piece) {
      recent.originalBytes += originalBytes;
      recent.sentBytes += sentBytes;
      if (recent.originalBytes <= RATIO_WINDOW_BYTES) return;
      recent.originalBytes /= 2;
      recent.sentBytes /= 2;
    },
    remainingOnLine(): number | null {
      if (this.toPackBytes <= 0) return 0;
      return recent.originalBytes > 0 ? (this.toPackBytes * recent.sentBytes) / recent.originalBytes : null;
    },
  };
}
