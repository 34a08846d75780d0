import type { FromVolume, ToVolume } from './messages.ts';
import { ProgressiveVolume } from './progressive-volume.ts';

/* Worker that keeps the voxels and cuts them, so that the main thread stays responsive. */

/** How long a request may wait for the enlarging: half a frame at 60 Hz. */
const ENLARGE_SLOT_MS = 8;
/**
 * Arrived slices are reported in batches, because each report makes all panes request their pictures again.
 */
const REPORT_INTERVAL_MS = 200;

let volume: ProgressiveVolume | undefined;
let isEnlarging = false;
let isReportScheduled = false;

const send = (message: FromVolume, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

function enlarge(): void {
  const until = performance.now() + ENLARGE_SLOT_MS;
  let more = true;
  while (more && performance.now() < until) more = volume?.enlargeNextSlice() ?? false;
  isEnlarging = more;
  if (more) setTimeout(enlarge);
  else scheduleReport();
}

function scheduleReport(): void {
  if (isReportScheduled) return;
  isReportScheduled = true;
  setTimeout(() => {
    isReportScheduled = false;
    send({ type: 'arrived', slices: volume?.arrived ?? 0 });
  }, REPORT_INTERVAL_MS);
}

function receive(message: ToVolume): void {
  if (message.type === 'open') volume = new ProgressiveVolume(message, message.scale, message.missing);
  if (!volume) return;
  if (message.type === 'preview') {
    volume.setPreview(message);
    send({ type: 'arrived', slices: volume.arrived });
  } else if (message.type === 'slice') {
    volume.putSlice(message.index, message.values);
    scheduleReport();
    if (!isEnlarging) {
      isEnlarging = true;
      setTimeout(enlarge);
    }
  } else if (message.type === 'request') {
    const response = volume.answer(message.kind, message.request);
    send(
      { type: 'response', id: message.id, response },
      'values' in response ? [response.values.buffer] : [],
    );
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToVolume>) => {
  try {
    receive(data);
  } catch (reason) {
    // the only expected failure: no memory for the voxels
    send({ type: 'failed', reason: reason instanceof Error ? reason.name : 'unknown' });
  }
});
