import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDicom } from '@snimok/imaging/dicom/read';
import { expect, test } from 'vitest';
import { radiograph, volume } from '../../../testing/scans/dicom.ts';
import { sendStudy } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import {
  haveSharedFiles,
  readShared,
  sharedFilesIn,
} from '../../../testing/pictures-and-documents/shared-files.ts';
import {
  STUDY,
  VOLUME,
  RADIOGRAPH,
  dataSetsIn,
  valuesOf,
  makeStudyWith,
  partsOf,
} from '../dicomweb.fixture.ts';

test('metadata of a study and of one instance agree, also after the stored metadata are deleted', async () => {
  const server = await startServer();
  const { doctor } = await makeStudyWith(server, [...volume(3), radiograph()]);
  const client = await server.as(doctor);
  const all = await client.get(`/dicomweb/studies/${STUDY}/metadata`);
  expect(valuesOf(all.body, '00080018')).toEqual(['2.25.20', '2.25.21', '2.25.22', '2.25.3']);
  expect(dataSetsIn(all.body)[0]!['00100010']).toEqual({
    vr: 'PN',
    Value: [{ Alphabetic: 'Иванов^Иван^Иванович' }],
  });
  const one = await client.get(`/dicomweb/studies/${STUDY}/series/${RADIOGRAPH}/instances/2.25.3/metadata`);
  expect(one.body).toEqual([dataSetsIn(all.body)[3]]);
  // derived data: a worker makes them again
  await server.work('process-upload', 'make-metadata');
  const { storage } = server.context;
  for await (const { key } of storage.list('metadata/')) await storage.remove(key);
  expect((await client.get(`/dicomweb/studies/${STUDY}/metadata`)).body).toEqual(all.body);
});

test('files that are not DICOM, truncated or empty do not hide the others', async () => {
  const server = await startServer();
  const [first, second] = volume(2);
  const broken = { filename: 'cut.dcm', bytes: second!.bytes.subarray(0, 180) };
  const viewer = { filename: 'viewer.exe', bytes: Buffer.from('MZ no picture at all') };
  const { doctor } = await makeStudyWith(server, [
    viewer,
    broken,
    first!,
    { filename: 'empty', bytes: Buffer.alloc(0) },
  ]);
  const client = await server.as(doctor);
  const { body } = await client.get(`/dicomweb/studies/${STUDY}/metadata`);
  expect(valuesOf(body, '00080018')).toEqual(['2.25.20']);
});

test('files are returned byte for byte as multipart, or a single file without multipart on request', async () => {
  const server = await startServer();
  const files = [...volume(3), radiograph()];
  const { doctor } = await makeStudyWith(server, files);
  const client = await server.as(doctor);
  const { parts } = await partsOf(server.address, client, `/dicomweb/studies/${STUDY}`);
  expect(parts.map(({ bytes }) => bytes)).toEqual(files.map(({ bytes }) => Buffer.from(bytes)));
  const path = `/dicomweb/studies/${STUDY}/series/${RADIOGRAPH}/instances/2.25.3`;
  const single = await fetch(`${server.address}/api/1${path}`, {
    headers: { cookie: client.cookie, accept: 'application/dicom' },
  });
  expect(single.headers.get('content-type')).toContain('application/dicom');
  expect(Buffer.from(await single.arrayBuffer())).toEqual(Buffer.from(files[3]!.bytes));
  expect((await client.get(path, { accept: 'image/jls' })).status).toBe(406);
  const jpeg = 'multipart/related; type="application/dicom"; transfer-syntax=1.2.840.10008.1.2.4.70';
  expect((await client.get(path, { accept: jpeg })).status).toBe(406);
  expect((await client.get(`/dicomweb/studies/${STUDY}/series/1.2.3`)).status).toBe(404);
});

test('files are returned byte for byte from a deflated study object', async () => {
  const server = await startServer();
  await server.work('process-upload', 'make-metadata');
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study();
  const files = volume(4);
  await sendStudy(assistant, studyID, files);
  const { parts } = await partsOf(server.address, assistant, `/dicomweb/studies/${STUDY}/series/${VOLUME}`);
  expect(parts.map(({ bytes }) => bytes)).toEqual(files.map(({ bytes }) => Buffer.from(bytes)));
});

test.runIf(haveSharedFiles && existsSync('/usr/bin/dcmdump'))(
  'dcmdump prints the same for retrieved real files as for the originals',
  async () => {
    const server = await startServer();
    const paths = sharedFilesIn('transfer-syntaxes-ct').filter((path) => path.endsWith('.dcm'));
    const files = paths.map((path, i) => ({ filename: `${i}.dcm`, bytes: readShared(path) }));
    const { doctor } = await makeStudyWith(server, files);
    const client = await server.as(doctor);
    const { parts } = await partsOf(server.address, client, `/dicomweb/studies/${STUDY}`);
    const folder = mkdtempSync(join(tmpdir(), 'snimok-dicomweb-'));
    const dumpOf = (bytes: Uint8Array) => {
      writeFileSync(join(folder, 'file.dcm'), bytes);
      return execFileSync('dcmdump', ['-q', join(folder, 'file.dcm')], { stdio: 'pipe' }).toString('latin1');
    };
    try {
      // many of these files are one slice in several transfer syntaxes: each instance is returned once
      const originals = new Map(files.map(({ bytes }) => [readDicom(bytes).sopInstanceUID, dumpOf(bytes)]));
      expect(parts).toHaveLength(originals.size);
      for (const { bytes } of parts) {
        const uid = readDicom(bytes).sopInstanceUID;
        const same = files.filter((file) => readDicom(file.bytes).sopInstanceUID === uid);
        expect(same.map((file) => dumpOf(file.bytes))).toContain(dumpOf(bytes));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
