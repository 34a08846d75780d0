import type { FromVolume, ToVolume } from './messages.ts';
import { ProgressiveVolume } from './progressive-volume.ts';
import { VolumeWork } from './volume-work.ts';

/* Worker that keeps the voxels and cuts them, so that the main thread stays responsive. */

/** How long the worker works before it receives further messages: a quarter of a frame at 60 Hz. */
const SLOT_MS = 4;
/** How often it looks whether the user has stopped scrolling. */
const RETRY_MS = 50;
/**
 * Arrived slices are reported in batches, because each report makes all panes request their pictures again.
 */
const REPORT_INTERVAL_MS = 250;

let volume: ProgressiveVolume | undefined;
let work: VolumeWork | undefined;
let isWorking = false;
let retryTimer: ReturnType<typeof setTimeout> | undefined;
let reportTimer: ReturnType<typeof setTimeout> | undefined;

const send = (message: FromVolume, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

/** A message to the worker itself lets others be received in between; a timer would wait for 4 ms each time. */
const turns = new MessageChannel();
turns.port1.addEventListener('message', () => guarded(doWork));
turns.port1.start();

function doWork(): void {
  const until = performance.now() + SLOT_MS;
  let done: ReturnType<VolumeWork['step']>;
  do {
    done = work?.step();
    if (done === 'written' || (done === 'enlarged' && volume?.isFilled)) scheduleReport();
  } while (done && done !== 'postponed' && performance.now() < until);
  isWorking = done !== undefined && done !== 'postponed';
  if (isWorking) turns.port2.postMessage(null);
  else if (done === 'postponed') retryTimer ??= setTimeout(retry, RETRY_MS);
}

function retry(): void {
  retryTimer = undefined;
  begin();
}

function begin(): void {
  if (isWorking) return;
  isWorking = true;
  turns.port2.postMessage(null);
}

/** Arrived slices are reported in batches, but the last one at once. */
function scheduleReport(): void {
  if (volume?.isComplete) return report();
  reportTimer ??= setTimeout(report, REPORT_INTERVAL_MS);
}

function report(): void {
  clearTimeout(reportTimer);
  reportTimer = undefined;
  send({ type: 'arrived', slices: volume?.arrived ?? 0, halves: volume?.arrivedHalves ?? 0 });
}

function receive(message: ToVolume): void {
  if (message.type === 'open') {
    volume = new ProgressiveVolume(message, message.scale, message.missing, message.hasGaps);
    work = new VolumeWork(
      volume,
      (response) => send(response, 'values' in response.response ? [response.response.values.buffer] : []),
      (values) => send({ type: 'written', values }, [values.buffer]),
    );
  }
  if (!volume || !work) return;
  if (message.type === 'preview') {
    volume.setPreview(message);
    report();
  } else if (message.type === 'slice') {
    work.put(message);
    begin();
  } else if (message.type === 'request') {
    work.request(message);
    begin();
  }
}

function guarded(act: () => void): void {
  try {
    act();
  } catch (reason) {
    // the only expected failure: no memory for the voxels
    send({ type: 'failed', reason: reason instanceof Error ? reason.name : 'unknown' });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToVolume>) => guarded(() => receive(data)));
