/** After this much time of transfer, the earlier measurements count half, so that the measured speed follows the line. */
const WINDOW_MS = 10_000;
const MEASURABLE_MS = 200;

/** Measures the speed of the line while something is in transfer; pauses between transfers do not count. */
export function lineSpeed(now: () => number) {
  let active = 0;
  let busySince = 0;
  let busyMs = 0;
  let bytes = 0;
  const elapsedMs = () => busyMs + (active > 0 ? now() - busySince : 0);

  return {
    begin() {
      if (active === 0) busySince = now();
      active += 1;
    },
    moved: (more: number) => void (bytes += more),
    end() {
      active -= 1;
      if (active === 0) busyMs += now() - busySince;
    },
    /** bytes per second; null until it can be measured */
    read(): number | null {
      const ms = elapsedMs();
      if (ms < MEASURABLE_MS) return null;
      const speed = (bytes / ms) * 1000;
      if (ms > WINDOW_MS) {
        busyMs = ms / 2;
        busySince = now();
        bytes /= 2;
      }
      return speed;
    },
  };
}
