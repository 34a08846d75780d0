/** Markers of a codestream (ISO/IEC 15444-1, table A.2). */
const SOC = 0xff4f;
const SOT = 0xff90;
const COD = 0xff52;
const SOT_BYTES = 12;

/**
 * The number of bytes at the beginning of a codestream that contain all resolutions but the finest. It is the
 * offset of the last tile-part if there is one tile-part per resolution (ISO/IEC 15444-1, A.4.2), as
 * `encodeHtj2k` writes them. Null for other streams.
 */
export function halfResolutionBytes(stream: Uint8Array): number | null {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const markerAt = (at: number) => (at + 4 <= stream.length ? view.getUint16(at) : 0);
  if (markerAt(0) !== SOC) return null;
  let resolutions = 0;
  let at = 2;
  while (markerAt(at) >= 0xff00 && markerAt(at) !== SOT) {
    // decomposition levels are the first parameter after style and the four bytes SGcod (A.6.1)
    if (markerAt(at) === COD && at + 10 <= stream.length) resolutions = stream[at + 9]! + 1;
    at += 2 + view.getUint16(at + 2);
  }
  let parts = 0;
  let last = 0;
  while (at + SOT_BYTES <= stream.length && markerAt(at) === SOT) {
    const lengthBytes = view.getUint32(at + 6);
    if (lengthBytes < SOT_BYTES) return null;
    [parts, last] = [parts + 1, at];
    at += lengthBytes;
  }
  return parts > 1 && parts === resolutions ? last : null;
}
