/** One frame of the stream: its place in the level and its packed bytes. */
export interface PackedFrame {
  position: number;
  bytes: Uint8Array<ArrayBuffer>;
}

const HEADER_BYTES = 8;
/** No frame of a study is larger; a stream that says so is broken. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Takes `getFrames`' stream apart as it comes: a header of two words before each frame. */
export async function* readPackedFrames(stream: ReadableStream<Uint8Array>): AsyncGenerator<PackedFrame> {
  const reader = stream.getReader();
  const header = new Uint8Array(HEADER_BYTES);
  const label = new DataView(header.buffer);
  let frame: PackedFrame | undefined;
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (let at = 0; at < value.length;) {
        const into = frame ? frame.bytes : header;
        const selected = Math.min(into.length - filled, value.length - at);
        into.set(value.subarray(at, at + selected), filled);
        filled += selected;
        at += selected;
        if (filled < into.length) continue;
        filled = 0;
        if (frame) {
          yield frame;
          frame = undefined;
          continue;
        }
        const length = label.getUint32(4, true);
        if (length === 0 || length > MOST_BYTES) throw new Error('a frame of no sensible length');
        frame = { position: label.getUint32(0, true), bytes: new Uint8Array(length) };
      }
    }
    if (frame || filled > 0) throw new Error('the stream ended within a frame');
  } finally {
    // closes the connection when one has seen enough
    await reader.cancel().catch(() => undefined);
  }
}
