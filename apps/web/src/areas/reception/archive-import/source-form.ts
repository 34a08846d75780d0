import type { NewImport } from './queries.ts';

export type Kind = NewImport['source']['kind'];

/** The fields of all kinds of sources; the fields of kinds that are not chosen keep what was typed. */
export interface SourceValues {
  kind: Kind;
  url: string;
  user: string;
  password: string;
  host: string;
  port: string;
  calledTitle: string;
  callingTitle: string;
  retrieve: 'get' | 'move';
  moveTitle: string;
  movePort: string;
  path: string;
}

export const EMPTY_SOURCE: SourceValues = {
  kind: 'orthanc',
  url: '',
  user: '',
  password: '',
  host: '',
  port: '104',
  calledTitle: '',
  callingTitle: 'SNIMOK',
  retrieve: 'get',
  moveTitle: 'SNIMOK',
  movePort: '11112',
  path: '',
};

const hasAddress = ({ kind }: SourceValues) => kind === 'orthanc' || kind === 'dicomweb';
const isMoved = ({ kind, retrieve }: SourceValues) => kind === 'pacs' && retrieve === 'move';

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
const isTitle = (text: string) => /^[\x20-\x5b\x5d-\x7e]{1,16}$/.test(text.trim());
const isAddress = (text: string) => URL.canParse(text) && /^https?:/.test(text);

const TITLE = 'До 16 латинских букв и цифр';
const PORT = 'Число от 1 до 65535';

/** One sentence or null per field of the chosen kind. */
export const SOURCE_CHECKS = {
  url: (text: string, values: SourceValues) =>
    hasAddress(values) && !isAddress(text) ? 'Введите адрес целиком, например http://192.0.2.4:8042' : null,
  host: (text: string, { kind }: SourceValues) =>
    kind === 'pacs' && text.trim() === '' ? 'Введите имя или адрес компьютера' : null,
  port: (text: string, { kind }: SourceValues) => (kind === 'pacs' && !isPort(text) ? PORT : null),
  calledTitle: (text: string, { kind }: SourceValues) => (kind === 'pacs' && !isTitle(text) ? TITLE : null),
  callingTitle: (text: string, { kind }: SourceValues) => (kind === 'pacs' && !isTitle(text) ? TITLE : null),
  moveTitle: (text: string, values: SourceValues) => (isMoved(values) && !isTitle(text) ? TITLE : null),
  movePort: (text: string, values: SourceValues) => (isMoved(values) && !isPort(text) ? PORT : null),
  path: (text: string, { kind }: SourceValues) =>
    kind === 'folder' && text.trim() === '' ? 'Введите папку на сервере портала' : null,
};

/** The source in the form of the API. */
export const sourceOf = (values: SourceValues): NewImport['source'] => {
  const { kind, url, user, password, host, path, calledTitle, callingTitle, retrieve } = values;
  if (kind === 'folder') return { kind, path: path.trim() };
  if (kind !== 'pacs') return { kind, url, user: user.trim() || null, password: password || null };
  return {
    kind,
    host: host.trim(),
    port: Number(values.port),
    calledTitle: calledTitle.trim(),
    callingTitle: callingTitle.trim(),
    retrieve,
    moveTitle: retrieve === 'move' ? values.moveTitle.trim() : null,
    movePort: retrieve === 'move' ? Number(values.movePort) : null,
  };
};
