import type { Socket } from 'node:net';

/** PS3.8, 9.3: type, a reserved byte, and the number of bytes that follow. */
const HEADER_BYTES = 6;
/** The maximum PDU length that we send in the association; peers must respect it. */
export const MAX_PDU_BYTES = 128 * 1024;

/**
 * Checks the length in each PDU header before the library allocates memory for it: otherwise four bytes of an untrusted
 * peer could claim four gigabytes. Must be attached before any other listener of the socket's data.
 */
export function guardPdus(socket: Socket, tooLong: () => void): void {
  const header = Buffer.alloc(HEADER_BYTES);
  let headerBytes = 0;
  let bodyBytesLeft = 0;
  socket.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length;) {
      if (bodyBytesLeft > 0) {
        const skipped = Math.min(bodyBytesLeft, chunk.length - at);
        bodyBytesLeft -= skipped;
        at += skipped;
        continue;
      }
      header[headerBytes] = chunk[at] ?? 0;
      headerBytes += 1;
      at += 1;
      if (headerBytes < HEADER_BYTES) continue;
      headerBytes = 0;
      bodyBytesLeft = header.readUInt32BE(2);
      if (bodyBytesLeft > MAX_PDU_BYTES) return tooLong();
    }
  });
}
