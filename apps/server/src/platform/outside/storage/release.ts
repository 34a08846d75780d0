/**
 * Gives a buffer's memory back at once; nothing may read it any more. Left to the collector, every 32 MB that pass
 * through set off a full collection of all the rest (20 to 50 ms each).
 */
export function release({ buffer: memory }: Uint8Array): void {
  // small buffers are slices of a pool that others read from
  if (memory instanceof ArrayBuffer && memory.byteLength > Buffer.poolSize) memory.transfer(0);
}
