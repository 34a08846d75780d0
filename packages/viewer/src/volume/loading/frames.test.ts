import { expect, test } from 'vitest';
import { readPackedFrames } from './frames.ts';

const inChunks = (bytes: Uint8Array, size: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });

/** Two frames: index 5 with three bytes, and index 6 with two. */
function packedFrames(): Uint8Array {
  const bytes = new Uint8Array(8 + 3 + 8 + 2);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 5, true);
  view.setUint32(4, 3, true);
  bytes.set([1, 2, 3], 8);
  view.setUint32(11, 6, true);
  view.setUint32(15, 2, true);
  bytes.set([4, 5], 19);
  return bytes;
}

test('frames are read however the stream is divided into chunks', async () => {
  for (const size of [1, 4, 10, 21]) {
    const frames = [];
    for await (const { index, bytes } of readPackedFrames(inChunks(packedFrames(), size)))
      frames.push([index, [...bytes]]);
    expect(frames).toEqual([
      [5, [1, 2, 3]],
      [6, [4, 5]],
    ]);
  }
});

test('a stream that ends within a frame is an error', async () => {
  const readAll = async () => {
    for await (const frame of readPackedFrames(inChunks(packedFrames().slice(0, 15), 4))) void frame;
  };
  await expect(readAll()).rejects.toThrow('within a frame');
});
