/** A longer list is useless: users type more letters instead of reading it. */
const MAX_OPTIONS = 50;

/** The words of a text without its quotes, brackets and hyphens; ё equals е. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s«»"().,-]+/);

/**
 * The first 50 options in whose label every typed word is a prefix of some word, in any order.
 * The limit keeps a list of thousands of clients fast.
 */
export function matchOptions<Option extends { label: string }>(options: Option[], search: string): Option[] {
  const wanted = wordsOf(search).filter(Boolean);
  const found: Option[] = [];
  for (const option of options) {
    const words = wordsOf(option.label);
    if (wanted.every((typed) => words.some((word) => word.startsWith(typed)))) found.push(option);
    if (found.length === MAX_OPTIONS) break;
  }
  return found;
}
