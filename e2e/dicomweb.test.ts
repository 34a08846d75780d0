import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { writeSeries } from './portal/files.ts';
import { expect, type Page, newPerson, test } from './portal/test.ts';

/** The client of other people's web viewers (OHIF and its kin), as its makers built it for browsers. */
const CLIENT = createRequire(import.meta.url).resolve('dicomweb-client/build/dicomweb-client.js');

type Answer = Record<string, { Value?: unknown[] }>;
interface Place {
  studyInstanceUID: string;
  seriesInstanceUID: string;
}
interface InstancePlace extends Place {
  sopInstanceUID: string;
}
/** What of it is used here: its own types, made from its comments, demand what its code does not. */
interface Client {
  searchForStudies(wish: { queryParams: Record<string, string> }): Promise<Answer[]>;
  searchForSeries(wish: { studyInstanceUID: string }): Promise<Answer[]>;
  retrieveSeriesMetadata(wish: Place): Promise<Answer[]>;
  retrieveInstance(wish: InstancePlace): Promise<ArrayBuffer>;
  retrieveInstanceFrames(wish: InstancePlace & { frameNumbers: number[] }): Promise<ArrayBuffer[]>;
  retrieveInstanceRendered(
    wish: InstancePlace & { mediaTypes: { mediaType: string }[] },
  ): Promise<ArrayBuffer[]>;
}
declare global {
  var DICOMwebClient: { api: { DICOMwebClient: new (options: { url: string }) => Client } };
}

/** A page of the portal's own origin with that client in it, which our own pages would not let in. */
const pageWithClient = async (context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${address}/forgot-password`);
  await page.addScriptTag({ path: CLIENT });
  return page;
};

test('a viewer of another maker finds a study, reads it and shows it, as far as its user may', async ({
  browser,
  portal,
  api,
  folder,
}) => {
  const [owner, stranger] = [
    await api.createClient(newPerson('Клиника с просмотрщиком'), portal.mailbox),
    await api.createClient(newPerson('Чужая клиника'), portal.mailbox),
  ];
  const patient = await api.createPatient(owner.doctorID, 'Громова Дарья Андреевна');
  const files = await writeSeries(join(folder, 'КТ'), { slices: 12, side: 48 });
  await api.createDoneStudy(patient, 'cbct', files);

  const open = async ({ email, password }: { email: string; password: string }) => {
    const context = await browser.newContext({ bypassCSP: true });
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
    const reply = await context.request.post(`${portal.address}/api/1/auth/token`, {
      headers: { authorization },
      data: { grant_type: 'client_credentials' },
    });
    expect(reply.status()).toBe(200);
    return { context, page: await pageWithClient(context, portal.address) };
  };

  const hers = await open(owner);
  const seen = await hers.page.evaluate(async () => {
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
  expect(seen).toMatchObject({
    patient: { Alphabetic: 'Громова^Дарья^Андреевна' },
    slices: 12,
    number: 7,
    pixelBytes: 48 * 48 * 2,
    picture: [48, 48],
  });
  const originals = readdirSync(files).map((name) => readFileSync(join(files, name)));
  expect(originals.some((bytes) => bytes.equals(Buffer.from(seen.file)))).toBe(true);
  await hers.context.close();

  const theirs = await open(stranger);
  const found = await theirs.page.evaluate(async () => {
    const client = new DICOMwebClient.api.DICOMwebClient({ url: `${location.origin}/api/1/dicomweb` });
    return (await client.searchForStudies({ queryParams: { PatientName: 'Громова*' } })).length;
  });
  expect(found).toBe(0);
  await theirs.context.close();
});
