import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type Exchange, json, startArchive } from '../http-archive.fixture.ts';
import { bytesOf, fileOf, instancesOf, openFor, readAll, sha256 } from '../sources.fixture.ts';

const fileAt = (number: number) =>
  fileOf({ studyInstanceUID: `2.25.${number}`, sopInstanceUID: `2.25.${number}.1.1`, sizeBytes: 400_000 });

interface Behaviour {
  studies?: number;
  ignores?: 'offset' | 'both';
  /** the form in which an instance is sent */
  file?: 'multipart' | 'plain' | 'two' | 'html';
  /** how many of the first files are cut within their bytes */
  cutFiles?: number;
  token?: string;
  /**
   * answers with at most this many studies, whatever limit and offset are requested; `saysMore`: says so in a
   * header
   */
  most?: number;
  saysMore?: boolean;
}

/** The same day for all studies, or a day of its own for each study of an archive with a limit. */
const dayOf = (number: number, most: number | undefined) =>
  most === undefined
    ? '19990101'
    : new Date(Date.UTC(1999, 0, 1 + number)).toISOString().slice(0, 10).replaceAll('-', '');

interface Listed {
  '00080020': { Value: string[] };
}

const answerSome = (
  exchange: Exchange,
  all: Listed[],
  { most, saysMore }: { most: number; saysMore: boolean },
) => {
  const { url, answer } = exchange;
  const [from = '', to] = (url.searchParams.get('StudyDate') ?? '-').split('-');
  const isWithin = ([day = '']: string[]) => day >= from && day <= (to || '99999999');
  const found = all.filter((study) => isWithin(study['00080020'].Value));
  if (saysMore && found.length > most)
    answer.setHeader('warning', '299 archive: There are 5 additional results that can be requested');
  return json(exchange, found.slice(0, most));
};

const startServer = ({
  studies = 3,
  ignores,
  file = 'multipart',
  token,
  most,
  saysMore,
  ...faults
}: Behaviour) => {
  let cutFiles = faults.cutFiles ?? 0;
  const asked: string[] = [];
  const all = Array.from({ length: studies }, (_, number) => ({
    '0020000D': { vr: 'UI', Value: [`2.25.${number}`] },
    '00100010': { vr: 'PN', Value: [{ Alphabetic: number === 0 ? 'Ùóêèí^Þðèé' : 'Щукин^Юрий' }] },
    '00100020': { vr: 'LO' },
    '00100030': { vr: 'DA', Value: ['19800131'] },
    '00080020': { vr: 'DA', Value: [dayOf(number, most)] },
    '00080061': { vr: 'CS', Value: ['CT', 'DX'] },
    '00201208': { vr: 'IS', Value: [1] },
  }));
  const answerFile = (answer: ServerResponse, bytes: Buffer) => {
    if (file === 'plain') return answer.writeHead(200, { 'content-type': 'application/dicom' }).end(bytes);
    if (file === 'html') return answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    answer.writeHead(200, { 'content-type': 'multipart/related; type="application/dicom"; boundary=abc' });
    const part = Buffer.concat([
      Buffer.from('--abc\r\nContent-Type: application/dicom\r\n\r\n'),
      bytes,
      Buffer.from('\r\n'),
    ]);
    if (cutFiles === 0)
      return answer.end(Buffer.concat([part, ...(file === 'two' ? [part] : []), Buffer.from('--abc--')]));
    cutFiles -= 1;
    return answer.write(part.subarray(0, 200_000), () => answer.destroy());
  };
  const started = startArchive((exchange) => {
    const { url, answer, request } = exchange;
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      return answer.writeHead(401).end();
    const path = url.pathname.replace('/dicom-web', '');
    const offset = ignores === undefined ? Number(url.searchParams.get('offset')) : 0;
    const limit = ignores === 'both' ? Infinity : Number(url.searchParams.get('limit'));
    const page = (results: unknown[]) => json(exchange, results.slice(offset, offset + limit));
    if (path === '/studies' && most !== undefined)
      return answerSome(exchange, all, { most, saysMore: saysMore ?? false });
    if (path === '/studies') return page(all);
    const [, study, rest] = /^\/studies\/2\.25\.(\d+)\/(.*)$/.exec(path) ?? [];
    if (study === undefined) return undefined;
    if (rest === 'series') return page([{ '0020000E': { vr: 'UI', Value: [`2.25.${study}.1`] } }]);
    const instances = `series/2.25.${study}.1/instances`;
    if (rest === instances) return page([{ '00080018': { vr: 'UI', Value: [`2.25.${study}.1.1`] } }]);
    if (rest !== `${instances}/2.25.${study}.1.1`) return undefined;
    asked.push(request.headers.accept ?? '');
    return answerFile(answer, fileAt(Number(study)));
  });
  return started.then((url) => ({ settings: settingsOf(`${url}/dicom-web`), asked }));
};

const settingsOf = (url: string) =>
  ({ kind: 'dicomweb', url, token: null, user: null, password: null }) as const;

test('studies are searched page by page, with decoded names and without an ID', async () => {
  const { settings } = await startServer({ studies: 450 });
  const source = await openFor(settings);
  const { studies } = await readAll(source);
  expect(studies).toHaveLength(450);
  expect(new Set(studies.map(({ patientName }) => patientName))).toEqual(new Set(['Щукин Юрий']));
  expect(studies[0]).toMatchObject({
    key: '2.25.0',
    studyInstanceUID: '2.25.0',
    patientID: null,
    birthDate: '19800131',
    studyDate: '19990101',
    modalities: ['CT', 'DX'],
    instanceCount: 1,
  });
});

test('a server that ignores the offset is noticed instead of losing its other studies', async () => {
  const { settings } = await startServer({ studies: 450, ignores: 'offset' });
  await expect(readAll(await openFor(settings))).rejects.toMatchObject({
    name: 'SourceUnreachable',
    reason: expect.stringContaining('ignores the offset'),
  });
  // all studies at once, or fewer than a page, are complete
  for (const [count, ignores] of [
    [450, 'both'],
    [5, 'offset'],
  ] as const) {
    const complete = await startServer({ studies: count, ignores });
    expect((await readAll(await openFor(complete.settings))).studies).toHaveLength(count);
  }
});

test.each([
  ['silently', 100, false],
  ['with a warning', 77, true],
])('a server that answers %s %i studies at most is searched by dates', async (_, most, saysMore) => {
  const { settings } = await startServer({ studies: 450, most, saysMore });
  const { studies, problems } = await readAll(await openFor(settings));
  expect(new Set(studies.map(({ key }) => key)).size).toBe(450);
  expect(studies).toHaveLength(450);
  expect(problems).toEqual([{ where: expect.stringContaining(`${most} studies`), reason: 'limited' }]);
});

test('a file is retrieved as it is stored, as multipart or alone, also after a cut connection', async () => {
  for (const behaviour of [{}, { file: 'plain' }, { cutFiles: 2 }] as const) {
    const { settings, asked } = await startServer(behaviour);
    const source = await openFor(settings);
    const { studies } = await readAll(source);
    const [instance] = await instancesOf(source, studies[1]!);
    expect(instance).toMatchObject({ key: '2.25.1.1/2.25.1.1.1', sopInstanceUID: '2.25.1.1.1' });
    expect(sha256(await bytesOf(instance!))).toBe(sha256(fileAt(1)));
    expect(asked[0]).toBe('multipart/related; type="application/dicom"; transfer-syntax=*');
  }
});

test('an answer with two files, or with none, is an error of its instance', async () => {
  for (const [file, message] of [
    ['two', 'several files'],
    ['html', 'other than a DICOM file'],
  ] as const) {
    const { settings } = await startServer({ file });
    const source = await openFor(settings);
    const { studies } = await readAll(source);
    const [instance] = await instancesOf(source, studies[0]!);
    await expect(bytesOf(instance!)).rejects.toThrow(message);
  }
});

test('a bearer token opens the archive', async () => {
  const { settings } = await startServer({ token: 'secret-token' });
  await expect(openFor(settings)).rejects.toMatchObject({ reason: expect.stringContaining('401') });
  expect((await readAll(await openFor({ ...settings, token: 'secret-token' }))).studies).toHaveLength(3);
});
