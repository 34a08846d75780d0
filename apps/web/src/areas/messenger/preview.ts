const LENGTH = 65;
const letters = new Intl.Segmenter('ru', { granularity: 'grapheme' });

/** The beginning of a message in one line, cut between letters as people see them: an emoji stays whole. */
export function previewOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const shown: string[] = [];
  for (const { segment } of letters.segment(line)) {
    if (shown.length === LENGTH) return `${shown.join('')}…`;
    shown.push(segment);
  }
  return line;
}
