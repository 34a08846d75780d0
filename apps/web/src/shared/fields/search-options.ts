/** A longer list is useless: users type more letters instead of reading it. */
const MAX_OPTIONS = 50;

const normalized = (text: string) => text.toLowerCase().replaceAll('ё', 'е');

/**
 * The first 50 options in whose label every typed word is a prefix of some word, in any order; ё equals е.
 * The limit keeps a list of thousands of clients fast.
 */
export function matchOptions<Option extends { label: string }>(options: Option[], search: string): Option[] {
  const wanted = normalized(search).split(/\s+/).filter(Boolean);
  const found: Option[] = [];
  for (const option of options) {
    const words = normalized(option.label).split(/[\s«»"().,-]+/);
    if (wanted.every((typed) => words.some((word) => word.startsWith(typed)))) found.push(option);
    if (found.length === MAX_OPTIONS) break;
  }
  return found;
}
