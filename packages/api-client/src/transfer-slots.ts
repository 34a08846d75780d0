/**
 * A browser opens six connections to a host; two of them stay free for the pages,
 * which on a one-machine portal come from the host that takes the files.
 */
const MAX_TRANSFERS = 4;
const WIDE_BYTES = 64 * 1024 ** 2;

/** Large files fill the line two at a time, and each that is cut off costs more to send again. */
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

/** Runs the transfer when there is room for it beside those of every other upload of this page. */
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

/** How many files one upload keeps ready for a lane. */
export const FILES_IN_PROGRESS = MAX_TRANSFERS;
