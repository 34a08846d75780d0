import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { ctImage } from '@snimok/imaging/dicom/images';
import { writeSeries } from '../portal/files.ts';
import type { Person } from '../portal/portal.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

/** The browser build of dicomweb-client, which OHIF and other web viewers use. */
const CLIENT = createRequire(import.meta.url).resolve('dicomweb-client/build/dicomweb-client.js');

type Answer = Record<string, { Value?: unknown[] }>;
interface SeriesUIDs {
  studyInstanceUID: string;
  seriesInstanceUID: string;
}
interface InstanceUIDs extends SeriesUIDs {
  sopInstanceUID: string;
}
/** The methods used here. The published types are generated from comments and require optional arguments. */
interface Client {
  storeInstances(request: { datasets: ArrayBuffer[]; studyInstanceUID: string }): Promise<string>;
  searchForInstances(request: SeriesUIDs): Promise<Answer[]>;
  searchForStudies(request: { queryParams: Record<string, string> }): Promise<Answer[]>;
  searchForSeries(request: { studyInstanceUID: string }): Promise<Answer[]>;
  retrieveSeriesMetadata(request: SeriesUIDs): Promise<Answer[]>;
  retrieveInstance(request: InstanceUIDs): Promise<ArrayBuffer>;
  retrieveInstanceFrames(request: InstanceUIDs & { frameNumbers: number[] }): Promise<ArrayBuffer[]>;
  retrieveInstanceRendered(
    request: InstanceUIDs & { mediaTypes: { mediaType: string }[] },
  ): Promise<ArrayBuffer[]>;
}
declare global {
  var DICOMwebClient: {
    api: { DICOMwebClient: new (options: { url: string; headers?: Record<string, string> }) => Client };
  };
}

/** Opens a page of the portal and adds the client; the browser context must bypass the page's CSP. */
const pageWithClient = async (context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${address}/forgot-password`);
  await page.addScriptTag({ path: CLIENT });
  return page;
};

/** A browser in which this person is signed in, and a page with the client. */
const signInWithClient = async (browser: Browser, address: string, { email, password }: Person) => {
  const context = await browser.newContext({ bypassCSP: true });
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
  const reply = await context.request.post(`${address}/api/1/auth/token`, {
    headers: { authorization },
    data: { grant_type: 'client_credentials' },
  });
  expect(reply.status()).toBe(200);
  return { context, page: await pageWithClient(context, address) };
};

test('a third-party DICOMweb client finds, reads and renders only studies that its user may see', async ({
  browser,
  portal,
  api,
  folder,
}) => {
  const owner = await api.createClient(newPerson('Клиника с просмотрщиком'), portal.mailbox);
  const otherDoctor = await api.createClient(newPerson('Чужая клиника'), portal.mailbox);
  const patient = await api.createPatient(owner.doctorID, 'Громова Дарья Андреевна');
  const files = await writeSeries(join(folder, 'КТ'), { slices: 12, side: 48 });
  await api.createDoneStudy(patient, 'cbct', files);

  const signInClient = (person: Person) => signInWithClient(browser, portal.address, person);
  const ownerBrowser = await signInClient(owner);
  const result = await ownerBrowser.page.evaluate(async () => {
    const client = new DICOMwebClient.api.DICOMwebClient({ url: `${location.origin}/api/1/dicomweb` });
    const first = (answer: Answer | undefined, tag: string) => answer?.[tag]?.Value?.[0];
    const [study] = await client.searchForStudies({
      queryParams: { PatientName: 'Громова*', ModalitiesInStudy: 'CT' },
    });
    const studyInstanceUID = String(first(study, '0020000D'));
    const [series] = await client.searchForSeries({ studyInstanceUID });
    const seriesInstanceUID = String(first(series, '0020000E'));
    const metadata = await client.retrieveSeriesMetadata({
      studyInstanceUID,
      seriesInstanceUID,
    });
    const middle = metadata[6];
    const sopInstanceUID = String(first(middle, '00080018'));
    const instance = { studyInstanceUID, seriesInstanceUID, sopInstanceUID };
    const file: ArrayBuffer = await client.retrieveInstance(instance);
    const [pixels] = await client.retrieveInstanceFrames({ ...instance, frameNumbers: [1] });
    const [jpeg] = await client.retrieveInstanceRendered({
      ...instance,
      mediaTypes: [{ mediaType: 'image/jpeg' }],
    });
    const picture = await createImageBitmap(new Blob([jpeg!]));
    return {
      patient: first(study, '00100010'),
      slices: metadata.length,
      number: Number(first(middle, '00200013')),
      file: [...new Uint8Array(file)],
      pixelBytes: pixels!.byteLength,
      picture: [picture.width, picture.height],
    };
  });
  expect(result).toMatchObject({
    patient: { Alphabetic: 'Громова^Дарья^Андреевна' },
    slices: 12,
    number: 7,
    pixelBytes: 48 * 48 * 2,
    picture: [48, 48],
  });
  const originals = readdirSync(files).map((name) => readFileSync(join(files, name)));
  expect(originals.some((bytes) => bytes.equals(Buffer.from(result.file)))).toBe(true);
  await ownerBrowser.context.close();

  const otherBrowser = await signInClient(otherDoctor);
  const found = await otherBrowser.page.evaluate(async () => {
    const client = new DICOMwebClient.api.DICOMwebClient({ url: `${location.origin}/api/1/dicomweb` });
    return (await client.searchForStudies({ queryParams: { PatientName: 'Громова*' } })).length;
  });
  expect(found).toBe(0);
  await otherBrowser.context.close();
});

const STORED = {
  studyInstanceUID: '2.25.8800',
  seriesInstanceUID: '2.25.8801',
  slices: 240,
};

/** The slices of a series for an order of the worklist, in base64. */
const slicesOf = (accessionNumber: string, name: string): string[] =>
  Array.from({ length: STORED.slices }, (_, at) =>
    Buffer.from(
      ctImage(
        {
          ...STORED,
          accessionNumber,
          patient: { name, id: '8', birthDate: '1987-03-14', sex: 'F' },
          takenOn: '2026-11-23',
          seriesNumber: 1,
          seriesDescription: 'КЛКТ',
          manufacturer: 'Снимок',
          model: 'Шлюз',
        },
        {
          sopInstanceUID: `2.25.88${1000 + at}`,
          frameOfReferenceUID: '2.25.8802',
          instanceNumber: at + 1,
          rows: 16,
          columns: 16,
          values: new Uint16Array(256).fill(at),
          pixelSpacingMm: [0.3, 0.3],
          sliceThicknessMm: 0.3,
          imagePositionMm: [0, 0, at * 0.3],
        },
      ),
    ).toString('base64'),
  );

test('a DICOMweb client stores a series of 240 instances with a program’s token, and another reads all of it', async ({
  browser,
  portal,
  api,
  pc,
  folder,
}) => {
  const owner = await api.createClient(newPerson('Клиника со шлюзом'), portal.mailbox);
  const patient = await api.createPatient(owner.doctorID, 'Шлюзова Нина Петровна');
  const studyID = await api.createStudy(patient, 'cbct');
  await pc.signIn(portal.address, api);
  const { token } = JSON.parse(readFileSync(join(pc.home, 'credentials.json'), 'utf8')) as { token: string };

  const context = await browser.newContext({ bypassCSP: true });
  const page = await pageWithClient(context, portal.address);
  const slices = slicesOf(`S${studyID}`, patient.name);
  const { studyInstanceUID, seriesInstanceUID } = STORED;
  const responses = await page.evaluate(
    async ({ slices, studyInstanceUID, token }) => {
      const client = new DICOMwebClient.api.DICOMwebClient({
        url: `${location.origin}/api/1/dicomweb`,
        headers: { Authorization: `Bearer ${token}` },
      });
      const datasets = slices.map(
        (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer as ArrayBuffer,
      );
      const half = datasets.length / 2;
      return [
        await client.storeInstances({ datasets: datasets.slice(0, half), studyInstanceUID }),
        await client.storeInstances({ datasets: datasets.slice(half), studyInstanceUID }),
      ];
    },
    { slices, studyInstanceUID, token },
  );
  for (const response of responses) {
    const answer = (typeof response === 'string' ? JSON.parse(response) : response) as Answer;
    expect(answer['00081199']?.Value).toHaveLength(STORED.slices / 2);
    expect(answer).not.toHaveProperty('00081198');
  }
  await context.close();
  // an assistant need not wait until no more instances arrive
  const { uploadUUID } = await api.uploadFiles(studyID, await mkdtemp(join(folder, 'empty-')));
  await api.completeUpload(uploadUUID, await api.listUploadedFiles(studyID));
  await expect
    .poll(async () => (await api.findStudyStatus(studyID)).status, { timeout: 90_000 })
    .toBe('done');

  const reader = await signInWithClient(browser, portal.address, owner);
  const found = await reader.page.evaluate(
    async (series) => {
      const client = new DICOMwebClient.api.DICOMwebClient({ url: `${location.origin}/api/1/dicomweb` });
      const instances = await client.searchForInstances(series);
      const metadata = await client.retrieveSeriesMetadata(series);
      return { instances: instances.length, metadata: metadata.length };
    },
    { studyInstanceUID, seriesInstanceUID },
  );
  expect(found).toEqual({ instances: STORED.slices, metadata: STORED.slices });
  await reader.context.close();
});
