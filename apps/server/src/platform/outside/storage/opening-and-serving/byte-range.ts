/** A range of bytes; `end` is exclusive. */
type Range = { start: number; end: number };

/**
 * Parses one range of RFC 9110 §14.1.2: `bytes=0-99`, `bytes=100-`, `bytes=-100`. Null if the whole object is to be
 * sent: the header is absent, malformed, or has several ranges (§14.2 permits ignoring it).
 */
export function parseRange(header: string | undefined, sizeBytes: number): Range | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return null;
    const suffix = Math.min(Number(last), sizeBytes);
    return suffix === 0 ? 'unsatisfiable' : { start: sizeBytes - suffix, end: sizeBytes };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= sizeBytes) return 'unsatisfiable';
  return { start, end: last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) };
}
