/** One frame of the stream: its index in the level, and its compressed bytes. */
interface PackedFrame {
  index: number;
  bytes: Uint8Array<ArrayBuffer>;
}

const HEADER_BYTES = 8;
/** No frame of a study is larger, so a greater length means that the stream is damaged. */
const MAX_FRAME_BYTES = 512 * 1024 * 1024;

/**
 * Splits the stream of `getFrames` into frames as it arrives. Each frame is preceded by its index and its
 * length, 32 bits each, little-endian. Throws when the stream is damaged or ends within a frame.
 */
export async function* readPackedFrames(stream: ReadableStream<Uint8Array>): AsyncGenerator<PackedFrame> {
  const reader = stream.getReader();
  const header = new Uint8Array(HEADER_BYTES);
  const headerView = new DataView(header.buffer);
  let frame: PackedFrame | undefined;
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (let at = 0; at < value.length;) {
        const into = frame ? frame.bytes : header;
        const copied = Math.min(into.length - filled, value.length - at);
        into.set(value.subarray(at, at + copied), filled);
        filled += copied;
        at += copied;
        if (filled < into.length) continue;
        filled = 0;
        if (frame) {
          yield frame;
          frame = undefined;
          continue;
        }
        const length = headerView.getUint32(4, true);
        if (length === 0 || length > MAX_FRAME_BYTES) throw new Error(`invalid frame length ${length}`);
        frame = { index: headerView.getUint32(0, true), bytes: new Uint8Array(length) };
      }
    }
    if (frame || filled > 0) throw new Error('the stream ended within a frame');
  } finally {
    // closes the connection when the caller needs no more frames
    await reader.cancel().catch(() => undefined);
  }
}
