import { HeldVolume } from './progressive-volume.ts';
import type { FromVolume, ToVolume } from './messages.ts';

/* Holds the voxels and cuts them, so that the page itself never waits. */

/** As long as one may make a question wait: half a frame. */
const ENLARGING_MS = 8;
/** Arrived slices are told of this often, not each by itself. */
const TELL_EVERY_MS = 200;

let held: HeldVolume | undefined;
let enlarging = false;
let telling = false;

const tell = (message: FromVolume, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

function enlarge(): void {
  const until = performance.now() + ENLARGING_MS;
  let more = true;
  while (more && performance.now() < until) more = held?.enlargeNext() ?? false;
  enlarging = more;
  if (more) setTimeout(enlarge);
  else tellArrived();
}

function tellArrived(): void {
  if (telling) return;
  telling = true;
  setTimeout(() => {
    telling = false;
    tell({ type: 'arrived', slices: held?.arrived ?? 0 });
  }, TELL_EVERY_MS);
}

function receive(message: ToVolume): void {
  if (message.type === 'open') held = new HeldVolume(message);
  if (!held) return;
  if (message.type === 'preview') {
    held.preview(message);
    tell({ type: 'arrived', slices: held.arrived });
  } else if (message.type === 'slice') {
    held.put(message.index, message.values);
    tellArrived();
    if (!enlarging) {
      enlarging = true;
      setTimeout(enlarge);
    }
  } else if (message.type === 'ask') {
    const answer = held.answer(message.kind, message.asked);
    tell({ type: 'answer', id: message.id, answer }, 'values' in answer ? [answer.values.buffer] : []);
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
