import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { openSource } from '../open-source.ts';
import { type Exchange, json, startArchive } from '../http-archive.fixture.ts';
import { bytesOf, contextWith, fileOf, instancesOf, openFor, readAll, sha256 } from '../sources.fixture.ts';

const idOf = (number: number) =>
  createHash('sha1')
    .update(String(number))
    .digest('hex')
    .replace(/(.{8})(?!$)/g, '$1-');
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
/** One file is too large to remain in memory. */
const LARGE = 9;
const fileAt = (number: number) =>
  fileOf({
    studyInstanceUID: `2.25.${number}`,
    sopInstanceUID: `2.25.${number}.1.1`,
    sizeBytes: number === LARGE ? 6_000_000 : 400_000,
  });
const PASSWORD = 'correct-horse';
const NUMBERS = Array.from({ length: 10 }, (_, at) => at);

interface Faults {
  /** how many of the first files are cut within their bytes */
  cutFiles?: number;
  /** how many of the first requests get this status */
  failing?: { status: number; count: number };
  wrongMD5?: boolean;
  /** the study with this number disappears after the list was read */
  deleted?: number;
}

/** Ten studies of one instance each. */
const startOrthanc = (faults: Faults = {}) => {
  const ofStudy = (number: number): Record<string, (exchange: Exchange) => void> => {
    if (faults.deleted === number) return {};
    const id = idOf(number);
    const file = fileAt(number);
    const series = { ID: id, MainDicomTags: { Modality: 'CT' }, Instances: [id] };
    return {
      [`/studies/${id}`]: (exchange) =>
        json(exchange, {
          ID: id,
          MainDicomTags: { StudyInstanceUID: `2.25.${number}`, StudyDate: '19990101', AccessionNumber: '' },
          // an Orthanc that does not know the character set reads windows-1251 as Latin 1
          PatientMainDicomTags: {
            PatientName: number === 0 ? 'Ùóêèí^Þðèé' : 'Щукин^Юрий',
            PatientID: '',
            PatientBirthDate: '19800131',
          },
        }),
      [`/studies/${id}/series`]: (exchange) => json(exchange, [series]),
      [`/studies/${id}/statistics`]: (exchange) =>
        json(exchange, { DicomUncompressedSize: String(file.length) }),
      [`/series/${id}/instances`]: (exchange) =>
        json(exchange, [
          { ID: id, FileSize: file.length, MainDicomTags: { SOPInstanceUID: `2.25.${number}.1.1` } },
        ]),
      [`/instances/${id}/attachments/dicom/md5`]: ({ answer }) =>
        answer.writeHead(200).end(faults.wrongMD5 ? md5(Buffer.from('other')) : md5(file)),
      [`/instances/${id}/file`]: ({ answer }) => {
        answer.writeHead(200, { 'content-length': file.length });
        if ((faults.cutFiles ?? 0) === 0) return answer.end(file);
        faults.cutFiles! -= 1;
        answer.write(file.subarray(0, 200_000), () => answer.destroy());
        return undefined;
      },
    };
  };
  const paths: Record<string, (exchange: Exchange) => void> = Object.assign(
    {
      '/system': (exchange: Exchange) => json(exchange, { ApiVersion: 17, Version: '1.10.1' }),
      '/studies': (exchange: Exchange) => json(exchange, NUMBERS.map(idOf)),
    },
    ...NUMBERS.map(ofStudy),
  );
  return startArchive((exchange) => {
    const { answer, request, url } = exchange;
    const right = `Basic ${Buffer.from(`snimok:${PASSWORD}`).toString('base64')}`;
    if (request.headers.authorization !== right) return answer.writeHead(401).end();
    const { failing } = faults;
    if (failing && failing.count > 0) {
      failing.count -= 1;
      return answer.writeHead(failing.status).end();
    }
    return paths[url.pathname]?.(exchange);
  });
};

const credentials = { kind: 'orthanc', user: 'snimok', password: PASSWORD } as const;

test('studies are listed in a stable order with what Orthanc knows of them', async () => {
  const source = await openFor({ ...credentials, url: `${await startOrthanc()}/` });
  const { studies, problems } = await readAll(source);
  expect(problems).toEqual([]);
  expect(studies.map(({ key }) => key)).toEqual(NUMBERS.map(idOf).toSorted());
  expect(studies.find(({ key }) => key === idOf(0))).toEqual({
    key: idOf(0),
    studyInstanceUID: '2.25.0',
    patientName: 'Щукин Юрий',
    patientID: null,
    birthDate: '19800131',
    sex: null,
    studyDate: '19990101',
    studyTime: null,
    accessionNumber: null,
    referringPhysician: null,
    description: null,
    modalities: ['CT'],
    instanceCount: 1,
    sizeBytes: fileAt(0).length,
  });
});

test.each([0, LARGE])(
  'file %d arrives whole although the connection is cut twice, and is not kept',
  async (number) => {
    const context = await contextWith();
    const source = await openSource(context, { ...credentials, url: await startOrthanc({ cutFiles: 2 }) });
    onTestFinished(() => source.close());
    const { studies } = await readAll(source);
    const [instance] = await instancesOf(
      source,
      studies.find(({ key }) => key === idOf(number))!,
    );
    expect(instance).toMatchObject({
      sopInstanceUID: `2.25.${number}.1.1`,
      sizeBytes: fileAt(number).length,
    });
    expect(sha256(await bytesOf(instance!))).toBe(sha256(fileAt(number)));
    // every call reads from the beginning
    expect(sha256(await bytesOf(instance!))).toBe(sha256(fileAt(number)));
    const work = join(context.config.dataDir, 'work');
    const listReceived = async () =>
      (await readdir(work, { recursive: true })).filter((name) => name.includes('received'));
    await expect.poll(listReceived).toEqual([]);
  },
);

test('a file that differs from the MD5 of the archive is an error', async () => {
  const source = await openFor({ ...credentials, url: await startOrthanc({ wrongMD5: true }) });
  const { studies } = await readAll(source);
  const [instance] = await instancesOf(source, studies[0]!);
  await expect(bytesOf(instance!)).rejects.toThrow('differs from its MD5');
});

test('a study that is deleted while the studies are listed is left out', async () => {
  const source = await openFor({ ...credentials, url: await startOrthanc({ deleted: 4 }) });
  const { studies, problems } = await readAll(source);
  expect(studies).toHaveLength(9);
  expect(problems).toEqual([]);
});

test('an archive that is starting is asked again', async () => {
  const url = await startOrthanc({ failing: { status: 503, count: 2 } });
  const source = await openFor({ ...credentials, url });
  expect((await readAll(source)).studies).toHaveLength(10);
});

test('wrong credentials, another server and a forbidden address are unreachable, without the password in the reason', async () => {
  const url = await startOrthanc();
  const failures = await Promise.allSettled([
    openFor({ ...credentials, password: 'wrong-password', url }),
    openFor({ ...credentials, url: await startArchive((exchange) => json(exchange, { hello: 1 })) }),
    openFor({ ...credentials, url }, { IMPORT_NETWORKS: '10.0.0.0/8' }),
    openFor(
      { ...credentials, url: url.replace('127.0.0.1', 'localhost') },
      { IMPORT_NETWORKS: '10.0.0.0/8' },
    ),
    openFor({ ...credentials, url: url.replace('http://', 'http://snimok:secret@') }),
    openFor({
      ...credentials,
      url: await startArchive(({ answer }) => answer.writeHead(302, { location: url }).end()),
    }),
  ]);
  const reasons = failures.map((one) =>
    one.status === 'rejected' ? `${one.reason.name}: ${one.reason.reason}` : '',
  );
  expect(reasons).toEqual([
    'SourceUnreachable: the archive refuses the credentials (status 401)',
    'SourceUnreachable: the server at this address is no Orthanc',
    'SourceUnreachable: the address is in none of the networks of IMPORT_NETWORKS',
    'SourceUnreachable: the address is in none of the networks of IMPORT_NETWORKS',
    'SourceUnreachable: the address must not contain a user name or password',
    'SourceUnreachable: the archive answers with status 302',
  ]);
});

test('reading stops when it is aborted', async () => {
  const source = await openFor({ ...credentials, url: await startOrthanc() });
  await expect(readAll(source, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
});
