/** More names than this are not read, only narrowed down. */
const SHOWN = 50;

const folded = (text: string) => text.toLowerCase().replaceAll('ё', 'е');

/**
 * The options whose label has every typed word at the beginning of one of its own, in any order; ё counts as е.
 * Thousands of clients stay quick because no more than a screenful is drawn.
 */
export function matchOptions<Option extends { label: string }>(options: Option[], search: string): Option[] {
  const wanted = folded(search).split(/\s+/).filter(Boolean);
  const found: Option[] = [];
  for (const option of options) {
    const words = folded(option.label).split(/[\s«»"().,-]+/);
    if (wanted.every((typed) => words.some((word) => word.startsWith(typed)))) found.push(option);
    if (found.length === SHOWN) break;
  }
  return found;
}
