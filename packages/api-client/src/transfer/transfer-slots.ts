/**
 * A browser opens six connections per host. Two of them stay free for the pages, because on a single machine
 * the same host serves pages and accepts files.
 */
const MAX_TRANSFERS = 4;
const WIDE_BYTES = 64 * 1024 ** 2;

/** Two large files saturate a line, and an interrupted one is expensive to send again. */
const widthOf = (sizeBytes: number) => (sizeBytes >= WIDE_BYTES ? 2 : 1);

let free = MAX_TRANSFERS;
const queue: { width: number; go: () => void }[] = [];

function advance() {
  while (queue[0] && queue[0].width <= free) {
    const next = queue.shift()!;
    free -= next.width;
    next.go();
  }
}

/** Runs the transfer when a slot is free; all uploads of a page share the slots. */
export async function withTransferSlot<T>(
  sizeBytes: number,
  signal: AbortSignal,
  transfer: () => Promise<T>,
): Promise<T> {
  const width = widthOf(sizeBytes);
  await new Promise<void>((resolve) => {
    queue.push({ width, go: resolve });
    advance();
  });
  try {
    signal.throwIfAborted();
    return await transfer();
  } finally {
    free += width;
    advance();
  }
}

/** Number of files that one upload has in progress or waiting for a slot. */
export const FILES_IN_PROGRESS = MAX_TRANSFERS;
