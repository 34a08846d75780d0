/**
 * Whether a reader could find an object or a trailer that the parser has not read: inside a stream, a string or a comment,
 * at a false offset or length, or by searching a damaged file. Every object begins with two numbers and `obj`, every
 * trailer with `trailer` and a dictionary (ISO 32000-1, 7.3.10 and 7.5.5).
 */
export const hasHiddenObjects = (text: string, keywords: ReadonlySet<number>): boolean => {
  for (const { index } of text.matchAll(/obj(?![A-Za-z])/g))
    if (!keywords.has(index) && followsNumber(text, index)) return true;
  for (const { index } of text.matchAll(/trailer(?=[\0\s]*[<%])/g)) if (!keywords.has(index)) return true;
  return false;
};

const isSpace = (code: number) => code === 0 || code === 0x20 || (code >= 0x09 && code <= 0x0d);
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const isLineEnd = (code: number) => code === 0x0a || code === 0x0d;

/** A comment before the keyword is not examined: the keyword then counts as preceded by a number. */
const followsNumber = (text: string, index: number): boolean => {
  let at = index - 1;
  while (at >= 0 && isSpace(text.charCodeAt(at))) at -= 1;
  if (at < 0) return false;
  if (isDigit(text.charCodeAt(at))) return true;
  const hasLineEnd = /[\r\n]/.test(text.slice(at + 1, index));
  for (; hasLineEnd && at >= 0 && !isLineEnd(text.charCodeAt(at)); at -= 1)
    if (text.charCodeAt(at) === 0x25) return true;
  return false;
};
