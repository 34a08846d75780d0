import type { Socket } from 'node:net';

/** PS3.8, 9.3: type, a reserved byte, and how many bytes follow. */
const HEADER_BYTES = 6;
/** The longest PDU we say we take; peers keep to it. */
export const MAX_PDU_BYTES = 128 * 1024;

/**
 * Watches the lengths that a peer announces, before the library gathers what they announce: four bytes of a stranger
 * could otherwise claim four gigabytes of memory. Listens first, so it must be set before anything else reads.
 */
export function guardPdus(socket: Socket, tooLong: () => void): void {
  const header = Buffer.alloc(HEADER_BYTES);
  let have = 0;
  let left = 0;
  socket.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length;) {
      if (left > 0) {
        const taken = Math.min(left, chunk.length - at);
        left -= taken;
        at += taken;
        continue;
      }
      header[have] = chunk[at] ?? 0;
      have += 1;
      at += 1;
      if (have < HEADER_BYTES) continue;
      have = 0;
      left = header.readUInt32BE(2);
      if (left > MAX_PDU_BYTES) return tooLong();
    }
  });
}
