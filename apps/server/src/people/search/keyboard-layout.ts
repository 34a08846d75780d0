const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const CYRILLIC = 'йцукенгшщзхъфывапролджэячсмитьбюё';

const mapOf = (from: string, to: string) => new Map([...from].map((key, i) => [key, to[i] ?? key]));
const TO_CYRILLIC = mapOf(LATIN, CYRILLIC);
const TO_LATIN = mapOf(CYRILLIC, LATIN);

/** The text that the same keys type in the other layout: «rfkbyby» → «калинин»; null if the text has no letters. */
export const inOtherLayout = (text: string): string | null => {
  const small = text.normalize('NFC').toLowerCase();
  if (/[a-z]/.test(small)) return replaceKeys(small, TO_CYRILLIC);
  return /[а-яё]/.test(small) ? replaceKeys(small, TO_LATIN) : null;
};

const replaceKeys = (text: string, keys: Map<string, string>) =>
  Array.from(text, (key) => keys.get(key) ?? key).join('');
