const MAX_LENGTH = 65;
const graphemes = new Intl.Segmenter('ru', { granularity: 'grapheme' });

/** The beginning of a message in one line; cut between grapheme clusters, so that an emoji is never cut. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const shown: string[] = [];
  for (const { segment } of graphemes.segment(line)) {
    if (shown.length === MAX_LENGTH) return `${shown.join('')}…`;
    shown.push(segment);
  }
  return line;
}
