import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  createArchiveImport,
  getArchiveImport,
  listImportStudies,
} from '@snimok/contract/reception/archive-import';
import type { ArchiveImportState } from '@snimok/contract/reception/archive-import-values';
import { ctImage, panoramicImage } from '@snimok/imaging/dicom/images';
import type { TestServer } from '../../testing/portal/server.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { replaceSource } from './source-of-import.ts';
import type { Source, SourceProblem, SourceStudy } from './sources/source.ts';

interface Facts {
  name: string;
  id?: string | null;
  birthDate?: string | null;
  sex?: 'M' | 'F';
}

export interface ArchivedStudy extends SourceStudy {
  files: { sopInstanceUID: string; bytes: Uint8Array }[];
}

const ROWS = 16;
const COLUMNS = 20;
let uids = 0;

/** A study of an old archive with phantom images: an X-ray, or with `slices` a volume. */
export const archived = (
  { name, id = null, birthDate = '1980-01-02', sex = 'M' }: Facts,
  { slices = 0, ...facts }: Partial<SourceStudy> & { slices?: number } = {},
): ArchivedStudy => {
  const uid = facts.studyInstanceUID ?? `2.25.77${(uids += 1)}`;
  const study = {
    patient: { name, id: id ?? '', birthDate: birthDate ?? '', sex },
    takenOn: '2009-03-12',
    studyInstanceUID: uid,
    seriesInstanceUID: `${uid}.1`,
    seriesNumber: 1,
    seriesDescription: 'Серия',
    manufacturer: 'Снимок',
    model: 'Проба',
  };
  const values = (from: number) =>
    Uint16Array.from({ length: ROWS * COLUMNS }, (_, i) => (from + uids * 31 + i * 7) & 4095);
  const files = Array.from({ length: Math.max(1, slices) }, (_, i) => {
    const sopInstanceUID = `${uid}.1.${i + 1}`;
    const image = { sopInstanceUID, rows: ROWS, columns: COLUMNS, values: values(i * 100) };
    const bytes =
      slices === 0
        ? panoramicImage(study, { ...image, imagerPixelSpacingMm: [0.1, 0.1] })
        : ctImage(study, {
            ...image,
            frameOfReferenceUID: `${uid}.2`,
            instanceNumber: i + 1,
            pixelSpacingMm: [0.3, 0.3],
            sliceThicknessMm: 0.3,
            imagePositionMm: [0, 0, i * 0.3],
          });
    return { sopInstanceUID, bytes };
  });
  return {
    key: `study-${(uids += 1)}`,
    studyInstanceUID: uid,
    patientName: name.replaceAll(' ', '^'),
    patientID: id,
    birthDate: birthDate?.replaceAll('-', '') ?? null,
    sex,
    studyDate: '20090312',
    studyTime: '101500',
    accessionNumber: `A-${uids}`,
    referringPhysician: null,
    description: null,
    modalities: [slices === 0 ? 'PX' : 'CT'],
    instanceCount: files.length,
    sizeBytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    ...facts,
    files,
  };
};

interface Hooks {
  problems?: SourceProblem[];
  /** called before the bytes of a file are sent, with the number of files opened so far; may throw */
  beforeFile?: (opened: number, key: string) => Promise<void> | void;
}

/** Has the portal read an archive in memory, whatever the settings of the import say. */
export const useArchive = (
  { context }: Pick<TestServer, 'context'>,
  studies: ArchivedStudy[],
  { problems = [], beforeFile }: Hooks = {},
) => {
  const opened = new Map<string, number>();
  let count = 0;
  const source: Source = {
    async *studies() {
      for (const { files: _, ...study } of studies) yield study;
      yield* problems;
    },
    async *instances({ key }) {
      for (const { sopInstanceUID, bytes } of studies.find((one) => one.key === key)?.files ?? [])
        yield {
          key: sopInstanceUID,
          sopInstanceUID,
          sha256: null,
          sizeBytes: bytes.length,
          async open() {
            count += 1;
            await beforeFile?.(count, key);
            opened.set(sopInstanceUID, (opened.get(sopInstanceUID) ?? 0) + 1);
            return Readable.from([Buffer.from(bytes)]);
          },
        };
    },
    close: async () => undefined,
  };
  replaceSource(context, async () => source);
  return { opened };
};

const FOLDER = { kind: 'folder', path: '/archive' } as const;
type NewImport = Omit<Parameters<typeof requestOf>[0], never>;
const requestOf = (given: { doctorID?: number; [field: string]: unknown }) => ({ source: FOLDER, ...given });

/** Begins an import of the archive and returns its id. */
export const createImportOf = async (assistant: TestClient, given: NewImport): Promise<number> => {
  const reply = await assistant.post('/assistant/archive-imports', requestOf(given));
  return responseOf(createArchiveImport, reply).importID;
};

export const importNow = async (assistant: TestClient, importID: number) =>
  responseOf(getArchiveImport, await assistant.get(`/assistant/archive-imports/${importID}`));

export const untilState = (assistant: TestClient, importID: number, state: ArchiveImportState) =>
  until(
    `the import ${importID} to be ${state}`,
    async () => {
      const found = await importNow(assistant, importID);
      return found.state === state && found;
    },
    50,
  );

export const rowsOf = async (assistant: TestClient, importID: number, query = '') =>
  responseOf(listImportStudies, await assistant.get(`/assistant/archive-imports/${importID}/studies${query}`))
    .studies;

/** The SHA-256 of the archive's files, in the order of the archive. */
export const hashesOf = (studies: ArchivedStudy[]): string[] =>
  studies.flatMap(({ files }) => files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')));
