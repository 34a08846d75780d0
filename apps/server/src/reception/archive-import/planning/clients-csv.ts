import { Birthday, Email, Phone } from '@snimok/contract/values/fields';
import { readableName } from '@snimok/imaging/dicom/person-name';
import { invalid } from '../../../platform/errors/errors.ts';
import { sentences } from '../sentences.ts';

/** A line of the list of clients and patients; docs/archive-import.md describes its columns. */
export interface ListedClient {
  sourcePatientID: string | null;
  referringPhysician: string | null;
  client: { id: number } | { email: string };
  name: string | null;
  birthday: string | null;
  sex: 'male' | 'female' | null;
  phone: string | null;
  line: number;
}

/** The form in which names of physicians are compared: «Петров^П^П» and «петров п п» have the same. */
export const physicianKey = (name: string): string | null =>
  readableName(name)
    ?.toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s.,]+/g, ' ')
    .trim() ?? null;

const SEXES: Record<string, 'male' | 'female'> = { m: 'male', f: 'female', м: 'male', ж: 'female' };

/** @throws Problem 400 that names the line */
export const readClients = (text: string): ListedClient[] => {
  const [head = [], ...lines] = readCells(text.replace(/^\uFEFF/, ''));
  const columns = head.map((cell) => cell.trim().toLowerCase());
  const has = (column: string) => columns.includes(column.toLowerCase());
  if (!has('client')) throw invalid(sentences.csvColumns('client'));
  if (!has('patientID') && !has('referringPhysician')) throw invalid(sentences.csvColumns('patientID'));
  return lines.flatMap((cells, at) => {
    const cell = (column: string) => cells[columns.indexOf(column.toLowerCase())]?.trim() || null;
    return cells.every((one) => one.trim() === '') ? [] : [readLine(cell, at + 2)];
  });
};

type Refuse = (what: string) => Error;

const readLine = (cell: (column: string) => string | null, line: number): ListedClient => {
  const refuse = (what: string) => invalid(sentences.csvRow(line, what));
  const physician = cell('referringPhysician');
  const sourcePatientID = cell('patientID');
  if (sourcePatientID === null && physician === null) throw refuse(sentences.csvKey);
  return {
    sourcePatientID,
    referringPhysician: physician === null ? null : physicianKey(physician),
    client: readClient(cell('client') ?? '', refuse),
    name: cell('name')?.slice(0, 200) ?? null,
    birthday: readBirthday(cell('birthday'), refuse),
    sex: readSex(cell('sex'), refuse),
    phone: readPhone(cell('phone')),
    line,
  };
};

const readClient = (text: string, refuse: Refuse): ListedClient['client'] => {
  if (/^[1-9]\d{0,14}$/.test(text)) return { id: Number(text) };
  if (!Email.safeParse(text).success) throw refuse(sentences.csvClient);
  return { email: text };
};

const readBirthday = (text: string | null, refuse: Refuse): string | null => {
  if (text !== null && !Birthday.safeParse(text).success) throw refuse(sentences.csvBirthday);
  return text;
};

const readSex = (text: string | null, refuse: Refuse): ListedClient['sex'] => {
  if (text === null) return null;
  const sex = SEXES[text.toLowerCase()];
  if (sex === undefined) throw refuse(sentences.csvSex);
  return sex;
};

/** A number that nobody can dial is left out. */
const readPhone = (text: string | null): string | null => {
  const phone = Phone.safeParse(text ?? '');
  return phone.success && phone.data !== '' ? phone.data : null;
};

/**
 * The cells of each line (RFC 4180), separated by semicolons, commas or tabs: by the one that is most frequent in
 * the first line.
 */
const readCells = (text: string): string[][] => {
  const first = text.slice(0, text.search(/\r?\n|$/));
  const countOf = (separator: string) => first.split(separator).length;
  const [separator = ';'] = [';', ',', '\t'].toSorted((one, other) => countOf(other) - countOf(one));
  const lines: string[][] = [];
  let cells: string[] = [];
  const pattern = new RegExp(`(?:"((?:[^"]|"")*)"|([^\\r\\n${separator}]*))(${separator}|\\r?\\n|$)`, 'y');
  for (let at = 0; at < text.length;) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) break;
    const [whole, quoted, plain = '', end = ''] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += Math.max(1, whole.length);
    if (end === separator && at < text.length) continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
};
