/**
 * How text is encoded (PS3.3, C.12.1.1.2 and PS3.5, 6.1.2): the defined term of Specific Character Set, the switchedBy
 * sequence that switches to it in the middle of a value (ISO 2022), and the name the platform's TextDecoder knows.
 */
type CharacterSet = { term: string; switchedBy: string; label: string; shape: Shape };

/** `single`: one byte a letter. `g0-pair`: two 7-bit bytes. `own`: the decoder handles the whole value by itself. */
type Shape = 'single' | 'g0-pair' | 'g0-triple' | 'own';

const single = (term: string, switchedBy: string, label: string): CharacterSet => ({
  term,
  switchedBy,
  label,
  shape: 'single',
});

const CHARACTER_SETS: readonly CharacterSet[] = [
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
  { term: '87', switchedBy: '$B', label: 'euc-jp', shape: 'g0-pair' },
  { term: '159', switchedBy: '$(D', label: 'euc-jp', shape: 'g0-triple' },
  { term: '192', switchedBy: '%G', label: 'utf-8', shape: 'own' },
  { term: 'GB18030', switchedBy: '', label: 'gb18030', shape: 'own' },
  { term: 'GBK', switchedBy: '', label: 'gbk', shape: 'own' },
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

/** `ISO_IR 144`, `ISO 2022 IR 144`, `GB18030` and the misspellings `ISO-IR 144`, `ISO_IR_144` seen in real files. */
function characterSetOf(term: string): CharacterSet | undefined {
  const plain = term.trim().toUpperCase();
  const number = /^ISO[ _-]?(?:2022[ _-]?)?IR[ _-]?(\d+)$/.exec(plain)?.[1];
  return CHARACTER_SETS.find((set) => set.term === (number ?? plain));
}

/** A value's bytes as letters; control characters are still in it. Remarks go to `warn`, each with its reason. */
export type DecodeText = (value: Uint8Array) => string;

/** The decoder for the values of Specific Character Set; an unknown one is replaced by what the bytes look like. */
export function textDecoder(terms: readonly string[], warn: (remark: string) => void): DecodeText {
  const sets = terms.map((term) => (term.trim() === '' ? ASCII : characterSetOf(term)));
  terms.forEach((term, at) => {
    if (!sets[at]) warn(`unknown character set ${JSON.stringify(term.slice(0, 32))}`);
  });
  const first = sets[0];
  if (first?.shape === 'own') return (value) => decoderOf(first.label).decode(value);
  const usual = first?.shape === 'single' ? first : ASCII;
  const saysLatin = usual.label === 'windows-1252';
  return (value) => {
    if (value.includes(ESC)) return decodeSwitching(value, usual, warn);
    const guessed = saysLatin ? guessedLabel(value, terms.length > 0 && first !== ASCII) : null;
    if (guessed) warn(`the text is not in the character set it claims: read as ${guessed}`);
    return decoderOf(guessed ?? usual.label).decode(value);
  };
}

/**
 * Devices on Russian Windows write windows-1251 or UTF-8 bytes and say nothing, or say Latin. Latin words are mostly
 * plain ASCII letters; in Cyrillic ones nearly every letter is a byte from 0xC0 on (or 0xA8, 0xB8 for Ё and ё).
 */
function guessedLabel(value: Uint8Array, claimsLatin: boolean): string | null {
  const high = value.filter((byte) => byte >= 0x80);
  if (high.length === 0) return null;
  if (isUtf8(value)) return 'utf-8';
  const cyrillic = high.filter((byte) => byte >= 0xc0 || byte === 0xa8 || byte === 0xb8).length;
  const ascii = value.filter((byte) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a).length;
  const wholeWords = cyrillic >= 3 && cyrillic > 4 * (ascii + high.length - cyrillic);
  return wholeWords || (!claimsLatin && cyrillic > 0 && ascii === 0) ? 'windows-1251' : null;
}

function isUtf8(value: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(value);
    return true;
  } catch {
    return false;
  }
}

/** ISO 2022 (PS3.5, 6.1.2.5.3): switchedBy sequences switch sets; `^`, `=`, `\` and line ends switch back to the usual. */
function decodeSwitching(value: Uint8Array, usual: CharacterSet, warn: (remark: string) => void): string {
  let text = '';
  let current = usual;
  let at = 0;
  while (at < value.length) {
    if (value[at] === ESC) {
      const ahead = String.fromCharCode(...value.subarray(at + 1, at + 4));
      const set = CHARACTER_SETS.find(({ switchedBy }) => switchedBy !== '' && ahead.startsWith(switchedBy));
      if (!set) warn('unknown switchedBy sequence in a text');
      current = set ?? usual;
      at += 1 + (set?.switchedBy.length ?? 0);
      continue;
    }
    let end = at;
    while (
      end < value.length &&
      value[end] !== ESC &&
      !(current.shape === 'single' && isDelimiter(value[end]!))
    )
      end += 1;
    text += decodeRun(value.subarray(at, end), current);
    const delimiter = end < value.length && value[end] !== ESC;
    if (delimiter) text += String.fromCharCode(value[end]!);
    if (delimiter) current = usual;
    at = delimiter ? end + 1 : end;
  }
  return text;
}

const isDelimiter = (byte: number) =>
  byte === 0x5e || byte === 0x3d || byte === 0x5c || byte === 0x0d || byte === 0x0a;

/** JIS X 0208 and 0212 pairs become EUC-JP by setting the high bits (and a 0x8F before each pair of 0212). */
function decodeRun(run: Uint8Array, { label, shape }: CharacterSet): string {
  const decoder = decoderOf(label);
  if (shape === 'g0-pair') return decoder.decode(run.map((byte) => byte | 0x80));
  if (shape !== 'g0-triple') return decoder.decode(run);
  const triples: number[] = [];
  run.forEach((byte, at) => {
    if (at % 2 === 0) triples.push(0x8f);
    triples.push(byte | 0x80);
  });
  return decoder.decode(Uint8Array.from(triples));
}
