import { ProgressiveVolume } from './progressive-volume.ts';
import type { FromVolume, ToVolume } from './messages.ts';

/* Holds the voxels and cuts them, so that the page itself never waits. */

/** As long as one may make a question wait: half a frame. */
const ENLARGING_MS = 8;
/** Arrived slices are told of this often, not each by itself. */
const TELL_EVERY_MS = 200;

let volume: ProgressiveVolume | undefined;
let enlarging = false;
let telling = false;

const tell = (message: FromVolume, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

function enlarge(): void {
  const until = performance.now() + ENLARGING_MS;
  let more = true;
  while (more && performance.now() < until) more = volume?.enlargeNext() ?? false;
  enlarging = more;
  if (more) setTimeout(enlarge);
  else tellArrived();
}

function tellArrived(): void {
  if (telling) return;
  telling = true;
  setTimeout(() => {
    telling = false;
    tell({ type: 'arrived', slices: volume?.arrived ?? 0 });
  }, TELL_EVERY_MS);
}

function receive(message: ToVolume): void {
  if (message.type === 'open') volume = new ProgressiveVolume(message);
  if (!volume) return;
  if (message.type === 'preview') {
    volume.preview(message);
    tell({ type: 'arrived', slices: volume.arrived });
  } else if (message.type === 'slice') {
    volume.put(message.index, message.values);
    tellArrived();
    if (!enlarging) {
      enlarging = true;
      setTimeout(enlarge);
    }
  } else if (message.type === 'request') {
    const response = volume.response(message.kind, message.request);
    tell(
      { type: 'response', id: message.id, response },
      'values' in response ? [response.values.buffer] : [],
    );
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToVolume>) => {
  try {
    receive(data);
  } catch (reason) {
    // there is one thing that fails here: memory for the voxels
    tell({ type: 'failed', reason: reason instanceof Error ? reason.name : 'unknown' });
  }
});
