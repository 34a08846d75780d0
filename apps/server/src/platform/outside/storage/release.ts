/**
 * Frees a buffer's memory at once; it must not be read afterwards. Otherwise every 32 MB of buffers trigger a full
 * garbage collection of 20 to 50 ms.
 */
export function release({ buffer: memory, byteLength }: Uint8Array): void {
  // Small buffers are slices of Node's pool, which other buffers share. Sockets deliver buffers of 64 kB, which is the
  // size of the pool.
  const ownsMemory = byteLength === memory.byteLength || memory.byteLength > Buffer.poolSize;
  if (memory instanceof ArrayBuffer && ownsMemory) memory.transfer(0);
}
