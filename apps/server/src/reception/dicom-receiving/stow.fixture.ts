import { getStudy, listPatientStudies } from '@snimok/contract/studies/studies';
import { type StudyToWrite, ctImage, panoramicImage } from '@snimok/imaging/dicom/images';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { grantProgramAccess } from '../../testing/callers/program.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { filesIn } from '../../testing/scans/zips.ts';

export const STUDY = '2.25.7100';
const SERIES = '2.25.7101';
/** The facts that the makers of test patients write on a card (`testing/portal/make.ts`). */
const PATIENT = { name: 'Иванов Иван Иванович', id: '1', birthDate: '1980-01-02', sex: 'M' as const };

type Facts = Partial<Pick<StudyToWrite, 'accessionNumber' | 'studyInstanceUID'>> & {
  /** empty if the file states no name */
  name?: string;
  birthDate?: string;
};

const studyOf = ({ name = PATIENT.name, birthDate = PATIENT.birthDate, ...facts }: Facts): StudyToWrite => ({
  patient: { ...PATIENT, name, birthDate },
  takenOn: '2026-11-21',
  studyInstanceUID: STUDY,
  seriesNumber: 1,
  seriesInstanceUID: SERIES,
  seriesDescription: 'КЛКТ',
  manufacturer: 'Снимок',
  model: 'Проба',
  ...facts,
});

const rows = 24;
const columns = 32;
const valuesFrom = (first: number) =>
  Uint16Array.from({ length: rows * columns }, (_, i) => (first + i) & 4095);

export const uidOfSlice = (number: number) => `2.25.72${number}`;

/** A slice of a volume; `brightness` changes its content. */
export const slice = (number: number, facts: Facts = {}, brightness = 0): Buffer =>
  Buffer.from(
    ctImage(studyOf(facts), {
      sopInstanceUID: uidOfSlice(number),
      frameOfReferenceUID: '2.25.7102',
      instanceNumber: number,
      rows,
      columns,
      values: valuesFrom(number * 100 + brightness),
      pixelSpacingMm: [0.3, 0.3],
      sliceThicknessMm: 0.3,
      imagePositionMm: [0, 0, number * 0.3],
    }),
  );

export const panoramic = (facts: Facts = {}): Buffer =>
  Buffer.from(
    panoramicImage(studyOf(facts), {
      sopInstanceUID: '2.25.7199',
      rows,
      columns,
      values: valuesFrom(0),
      imagerPixelSpacingMm: [0.1, 0.1],
    }),
  );

/** `multipart/related` as dicomweb-client writes it. */
export const multipart = (files: readonly Uint8Array[], boundary = 'limit'): Buffer =>
  Buffer.concat([
    ...files.flatMap((file) => [
      Buffer.from(`\r\n--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`),
      file,
    ]),
    Buffer.from(`\r\n--${boundary}--`),
  ]);

export const contentType = (boundary = 'limit') =>
  `multipart/related; type="application/dicom"; boundary="${boundary}"`;

type Item = Record<string, { vr: string; Value?: unknown[] }>;

/** The stored and the refused instances of a response, by SOP Instance UID. */
export const outcomesIn = (body: unknown) => {
  const itemsOf = (tag: string) => ((body as Item)[tag]?.Value ?? []) as Item[];
  const first = (item: Item, tag: string) => item[tag]?.Value?.[0];
  return {
    stored: itemsOf('00081199').map((item) => first(item, '00081155')),
    failed: Object.fromEntries(
      itemsOf('00081198').map((item) => [first(item, '00081155') ?? '', first(item, '00081197')]),
    ),
  };
};

/** A portal, and a clinic's gateway that stores instances with the token of an upload program. */
export const startGateway = async (settings: Record<string, string> = {}) => {
  const server = await startServer({ STOW_QUIET: '0h0m1s', ...settings });
  const assistant = await server.as(await server.make.assistant());
  const { bearer, program } = await grantProgramAccess(server, assistant);
  const post = async (body: Uint8Array, headers: Record<string, string> = {}, path = '/dicomweb/studies') => {
    const reply = await fetch(`${server.address}/api/1${path}`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': contentType(), ...headers },
      body: Buffer.from(body),
    });
    const text = await reply.text();
    const isJSON = reply.headers.get('content-type')?.includes('json');
    return { status: reply.status, headers: reply.headers, body: isJSON ? JSON.parse(text) : text };
  };
  const studiesOf = async (patientID: number) =>
    responseOf(listPatientStudies, await assistant.get(`/assistant/patients/${patientID}/studies`)).studies;
  const readStudy = async (studyID: number) =>
    responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
  return {
    ...server,
    server,
    assistant,
    bearer,
    program,
    post,
    studiesOf,
    readStudy,
    store: (files: Uint8Array[], studyUID?: string) =>
      post(multipart(files), {}, `/dicomweb/studies${studyUID === undefined ? '' : `/${studyUID}`}`),
    done: (studyID: number) =>
      until('the study to be processed', async () => {
        const study = await readStudy(studyID);
        return study.status === 'done' && study;
      }),
    downloaded: async (studyID: number) => {
      const { body } = await assistant.get(`/assistant/studies/${studyID}/download`);
      const reply = await fetch((body as { presignedURL: string }).presignedURL);
      return filesIn(Buffer.from(await reply.arrayBuffer()));
    },
    /** Counts the received instances in the database and the files of uploads in the store. */
    countStored: async () => {
      const rows = await server.context.db.selectFrom('receivedInstances').select('sopInstanceUID').execute();
      let objects = 0;
      for await (const _object of server.context.storage.list('uploads/')) objects += 1;
      return { rows: rows.length, objects };
    },
  };
};
