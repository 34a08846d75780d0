/** Between the two ratios the choice stays as it is, so that it does not change with every bundle. */
const OFF_FROM = 1.25;
const ON_FROM = 0.8;
/** After this much time of compressing, the earlier measurements count half. */
const WINDOW_MS = 5_000;

interface CompressionSwitch {
  /** `lineBytesPerSecond` is null while it is unknown. */
  isOn: (lineBytesPerSecond: number | null) => boolean;
  /** Records that one packer has compressed this many original bytes in this time. */
  compressed: (originalBytes: number, ms: number) => void;
}

/**
 * Whether compressing saves time: only while the compressor is faster than the line. All `packers` work concurrently.
 * Compression starts switched on.
 */
export function compressionSwitch(packers: number): CompressionSwitch {
  let isOn = true;
  let bytes = 0;
  let busyMs = 0;
  return {
    isOn(lineBytesPerSecond) {
      if (lineBytesPerSecond === null || busyMs === 0) return isOn;
      const ratio = lineBytesPerSecond / ((bytes / busyMs) * 1000 * packers);
      if (ratio > OFF_FROM) isOn = false;
      else if (ratio < ON_FROM) isOn = true;
      return isOn;
    },
    compressed(originalBytes, ms) {
      bytes += originalBytes;
      busyMs += ms;
      if (busyMs <= WINDOW_MS) return;
      bytes /= 2;
      busyMs /= 2;
    },
  };
}
