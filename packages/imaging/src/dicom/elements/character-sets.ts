/**
 * One character set (PS3.3, C.12.1.1.2 and PS3.5, 6.1.2): the number or term in Specific Character Set, the
 * ISO 2022 escape sequence that designates it within a value (without ESC), and the label of the platform's
 * TextDecoder.
 */
type CharacterSet = { term: string; escapeSequence: string; label: string; codes: Codes };

/**
 * `single-byte`: single bytes, also with the multi-byte sets in G1. `g0-pair`: pairs of 7-bit bytes.
 * `g0-triple`: the same, decoded as triples of EUC-JP. `no-extensions`: the set is used without ISO 2022 code
 * extensions.
 */
type Codes = 'single-byte' | 'g0-pair' | 'g0-triple' | 'no-extensions';

const single = (term: string, escapeSequence: string, label: string): CharacterSet => ({
  term,
  escapeSequence,
  label,
  codes: 'single-byte',
});

export const CHARACTER_SETS: readonly CharacterSet[] = [
  single('6', '(B', 'windows-1252'),
  single('13', ')I', 'shift_jis'),
  single('14', '(J', 'windows-1252'),
  single('100', '-A', 'windows-1252'),
  single('101', '-B', 'iso-8859-2'),
  single('109', '-C', 'iso-8859-3'),
  single('110', '-D', 'iso-8859-4'),
  single('126', '-F', 'iso-8859-7'),
  single('127', '-G', 'iso-8859-6'),
  single('138', '-H', 'iso-8859-8'),
  single('144', '-L', 'iso-8859-5'),
  single('148', '-M', 'windows-1254'),
  single('166', '-T', 'windows-874'),
  single('203', '-b', 'iso-8859-15'),
  single('149', '$)C', 'euc-kr'),
  single('58', '$)A', 'gbk'),
  { term: '87', escapeSequence: '$B', label: 'euc-jp', codes: 'g0-pair' },
  { term: '159', escapeSequence: '$(D', label: 'euc-jp', codes: 'g0-triple' },
  { term: '192', escapeSequence: '%G', label: 'utf-8', codes: 'no-extensions' },
  { term: 'GB18030', escapeSequence: '', label: 'gb18030', codes: 'no-extensions' },
  { term: 'GBK', escapeSequence: '', label: 'gbk', codes: 'no-extensions' },
];

const ASCII = CHARACTER_SETS[0]!;
const ESC = 0x1b;
type Decoder = InstanceType<typeof TextDecoder>;
const decoders = new Map<string, Decoder>();

function decoderOf(label: string): Decoder {
  const decoder = decoders.get(label) ?? new TextDecoder(label);
  decoders.set(label, decoder);
  return decoder;
}

/**
 * Accepts `ISO_IR 144`, `ISO 2022 IR 144`, `GB18030`, and the misspellings `ISO-IR 144` and `ISO_IR_144` of
 * real files.
 */
function characterSetOf(term: string): CharacterSet | undefined {
  const plain = term.trim().toUpperCase();
  const number = /^ISO[ _-]?(?:2022[ _-]?)?IR[ _-]?(\d+)$/.exec(plain)?.[1];
  return CHARACTER_SETS.find((set) => set.term === (number ?? plain));
}

/** Decodes the bytes of one value; control characters are kept. */
export type DecodeText = (value: Uint8Array) => string;

/**
 * The decoder for the terms of Specific Character Set (PS3.3, C.12.1.1.2). For unknown terms, and for bytes
 * that are not in the stated set, the set is guessed from the bytes and `warn` is called with the reason.
 */
export function textDecoder(terms: readonly string[], warn: (warning: string) => void): DecodeText {
  const sets = terms.map((term) => (term.trim() === '' ? ASCII : characterSetOf(term)));
  terms.forEach((term, at) => {
    if (!sets[at]) warn(`unknown character set ${JSON.stringify(term.slice(0, 32))}`);
  });
  const first = sets[0];
  if (first?.codes === 'no-extensions') return (value) => decoderOf(first.label).decode(value);
  const initial = first?.codes === 'single-byte' ? first : ASCII;
  const isLatin = initial.label === 'windows-1252';
  return (value) => {
    if (value.includes(ESC)) return decodeIso2022(value, initial, warn);
    const guessed = isLatin ? guessLabel(value, terms.length > 0 && first !== ASCII) : null;
    if (guessed) warn(`the text is not in the stated character set: read as ${guessed}`);
    return decoderOf(guessed ?? initial.label).decode(value);
  };
}

/**
 * Devices on Russian Windows write windows-1251 or UTF-8 without stating a character set, or state a Latin
 * one. Latin words consist mostly of ASCII letters; in Cyrillic words nearly every letter is a byte from 0xC0
 * (Ё, ё: 0xA8, 0xB8).
 */
function guessLabel(value: Uint8Array, isStatedLatin: boolean): string | null {
  const high = value.filter((byte) => byte >= 0x80);
  if (high.length === 0) return null;
  if (isUtf8(value)) return 'utf-8';
  const cyrillic = high.filter((byte) => byte >= 0xc0 || byte === 0xa8 || byte === 0xb8).length;
  const ascii = value.filter((byte) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a).length;
  const wholeWords = cyrillic >= 3 && cyrillic > 4 * (ascii + high.length - cyrillic);
  return wholeWords || (!isStatedLatin && cyrillic > 0 && ascii === 0) ? 'windows-1251' : null;
}

function isUtf8(value: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * ISO 2022 (PS3.5, 6.1.2.5.3): escape sequences designate a set; `^`, `=`, `\` and line ends restore the
 * initial one.
 */
function decodeIso2022(value: Uint8Array, initial: CharacterSet, warn: (warning: string) => void): string {
  let text = '';
  let current = initial;
  let at = 0;
  while (at < value.length) {
    if (value[at] === ESC) {
      const next = String.fromCharCode(...value.subarray(at + 1, at + 4));
      const set = CHARACTER_SETS.find(
        ({ escapeSequence }) => escapeSequence !== '' && next.startsWith(escapeSequence),
      );
      if (!set) warn('unknown escape sequence in a text');
      current = set ?? initial;
      at += 1 + (set?.escapeSequence.length ?? 0);
      continue;
    }
    let end = at;
    while (
      end < value.length &&
      value[end] !== ESC &&
      !(current.codes === 'single-byte' && isDelimiter(value[end]!))
    )
      end += 1;
    text += decodeRun(value.subarray(at, end), current);
    const delimiter = end < value.length && value[end] !== ESC;
    if (delimiter) text += String.fromCharCode(value[end]!);
    if (delimiter) current = initial;
    at = delimiter ? end + 1 : end;
  }
  return text;
}

const isDelimiter = (byte: number) =>
  byte === 0x5e || byte === 0x3d || byte === 0x5c || byte === 0x0d || byte === 0x0a;

/**
 * Pairs of JIS X 0208 and 0212 become EUC-JP if the high bits are set and 0x8F is put before each pair of
 * 0212.
 */
function decodeRun(run: Uint8Array, { label, codes }: CharacterSet): string {
  const decoder = decoderOf(label);
  if (codes === 'g0-pair') return decoder.decode(run.map((byte) => byte | 0x80));
  if (codes !== 'g0-triple') return decoder.decode(run);
  const triples: number[] = [];
  run.forEach((byte, at) => {
    if (at % 2 === 0) triples.push(0x8f);
    triples.push(byte | 0x80);
  });
  return decoder.decode(Uint8Array.from(triples));
}
