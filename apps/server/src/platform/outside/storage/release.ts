/**
 * Frees a buffer's memory at once; it must not be read afterwards. Otherwise every 32 MB of buffers trigger a full
 * garbage collection of 20 to 50 ms.
 */
export function release({ buffer: memory }: Uint8Array): void {
  // small buffers are slices of a pool that other buffers share
  if (memory instanceof ArrayBuffer && memory.byteLength > Buffer.poolSize) memory.transfer(0);
}
