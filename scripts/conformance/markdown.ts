import dcmjs from 'dcmjs';

const { dictionary, nameMap } = dcmjs.data.DicomMetaDictionary;

type Cell = string | number;

/** A table; a bar inside a cell does not end it. */
export const table = (heading: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heading), `|${'---|'.repeat(heading.length)}`, ...rows.map(line)].join('\n');
};

/** A number of 16 bits, such as a status: `A700`. */
export const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

/** A tag as `(0010,0020)`, from a number or from eight digits. */
export const tagOf = (tag: number | string): string => {
  const digits = typeof tag === 'string' ? tag : tag.toString(16).toUpperCase().padStart(8, '0');
  return `(${digits.slice(0, 4)},${digits.slice(4)})`;
};

/** @throws Error for a tag that PS3.6 does not list */
export const keywordOf = (tag: number | string): string => {
  const entry = dictionary[tagOf(tag)];
  if (!entry) throw new Error(`the data dictionary has no ${tagOf(tag)}`);
  return entry.name.replace(/^RETIRED_/, '');
};

/** @throws Error for a keyword that PS3.6 does not list */
export const tagOfKeyword = (keyword: string): string => {
  const entry = nameMap[keyword];
  if (!entry) throw new Error(`the data dictionary has no ${keyword}`);
  return entry.tag;
};

const UNITS = ['B', 'KiB', 'MiB', 'GiB'];

/** A size without loss in the largest unit that gives a whole number: `128 KiB`. */
export const size = (bytes: number): string => {
  const unit = UNITS.findLastIndex((_, power) => bytes % 1024 ** power === 0);
  return `${bytes / 1024 ** unit} ${UNITS[unit]}`;
};

/** `20 s`. */
export const seconds = (ms: number): string => `${ms / 1000} s`;

export const count = (number: number): string => number.toLocaleString('en-US');
