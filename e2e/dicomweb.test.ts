import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { writeSeries } from './portal/files.ts';
import { expect, type Page, newPerson, test } from './portal/test.ts';

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
  var DICOMwebClient: { api: { DICOMwebClient: new (options: { url: string }) => Client } };
}

/** Opens a page of the portal and adds the client; the browser context must bypass the page's CSP. */
const pageWithClient = async (context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${address}/forgot-password`);
  await page.addScriptTag({ path: CLIENT });
  return page;
};

test('a third-party DICOMweb client finds, reads and renders only studies that its user may see', async ({
  browser,
  portal,
  api,
  folder,
}) => {
  const [owner, otherDoctor] = [
    await api.createClient(newPerson('Клиника с просмотрщиком'), portal.mailbox),
    await api.createClient(newPerson('Чужая клиника'), portal.mailbox),
  ];
  const patient = await api.createPatient(owner.doctorID, 'Громова Дарья Андреевна');
  const files = await writeSeries(join(folder, 'КТ'), { slices: 12, side: 48 });
  await api.createDoneStudy(patient, 'cbct', files);

  const signInClient = async ({ email, password }: { email: string; password: string }) => {
    const context = await browser.newContext({ bypassCSP: true });
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
    const reply = await context.request.post(`${portal.address}/api/1/auth/token`, {
      headers: { authorization },
      data: { grant_type: 'client_credentials' },
    });
    expect(reply.status()).toBe(200);
    return { context, page: await pageWithClient(context, portal.address) };
  };

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
