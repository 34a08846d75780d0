const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/** What the same keys type in the Russian layout. */
const inRussianLayout = (typed: string): string =>
  [...typed].map((letter) => RUSSIAN_KEYS[LATIN_KEYS.indexOf(letter)] ?? letter).join('');

const plain = (text: string) => text.toLocaleLowerCase('ru').replaceAll('ё', 'е');
const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);

interface Named {
  label: string;
  /** further words by which it is found */
  words?: string;
}

/** The commands in which every typed word begins a word of the label, also when typed in the Latin layout. */
export function matchingCommands<Command extends Named>(commands: Command[], typed: string): Command[] {
  const lower = typed.toLocaleLowerCase('ru');
  const spellings = [lower, inRussianLayout(lower)].map((text) => wordsIn(plain(text)));
  return commands.filter(({ label, words = '' }) => {
    const named = plain(`${label} ${words}`).split(/[^\p{L}\p{N}]+/u);
    return spellings.some((parts) => parts.every((part) => named.some((word) => word.startsWith(part))));
  });
}
