import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeFrame } from '@snimok/imaging/dicom/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { headersKey } from '../../studies/objects/keys.ts';
import type { TestClient } from '../../testing/client.ts';
import { radiograph, volume } from '../../testing/dicom.ts';
import { putFilesInto } from '../../testing/dicom-object.ts';
import type { FileToSend } from '../../testing/sending.ts';
import { sendStudy } from '../../testing/sending.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { bearing, shareStudy } from '../../testing/share.ts';
import { haveSharedFiles, readShared, sharedFilesIn } from '../../testing/shared-files.ts';

const STUDY = '2.25.1001';
const VOLUME = '2.25.1002';
const RADIOGRAPH = '2.25.1004';

interface Attribute {
  vr: string;
  Value?: unknown[];
}
type Told = Record<string, Attribute>[];
const told = (body: unknown) => body as Told;
const valuesOf = (answer: unknown, tag: string) => told(answer).map((each) => each[tag]?.Value?.[0]);

/** A client with a patient whose study holds these files. */
const readyStudy = async (server: TestServer, files: FileToSend[], name = 'Петрова Анна Ильинична') => {
  const doctor = await server.make.doctor();
  const patient = await server.make.patient({ doctor, name });
  const { studyID } = await server.make.study({ patient, status: 'done' });
  await putFilesInto(server.context, studyID, STUDY, files);
  await server.context.db
    .updateTable('objects')
    .set({ studyInstanceUID: STUDY })
    .where('id', '=', server.context.db.selectFrom('studies').select('objectID').where('id', '=', studyID))
    .execute();
  return { doctor, patient, studyID };
};

/** The parts of a multipart/related answer, as bytes. */
const partsOf = async (address: string, { cookie }: TestClient, path: string, accept = '*/*') => {
  const reply = await fetch(`${address}/api/1${path}`, { headers: { cookie, accept } });
  const [, boundary] = /boundary=([^;]+)/.exec(reply.headers.get('content-type') ?? '') ?? [];
  const body = Buffer.from(await reply.arrayBuffer());
  const parts: { head: string; bytes: Buffer }[] = [];
  let from = body.indexOf(`--${boundary}\r\n`);
  while (from >= 0) {
    const start = body.indexOf('\r\n\r\n', from) + 4;
    const end = body.indexOf(`\r\n--${boundary}`, start);
    parts.push({ head: body.subarray(from, start).toString('latin1'), bytes: body.subarray(start, end) });
    from = body.subarray(end + 2).indexOf(`--${boundary}\r\n`) === 0 ? end + 2 : -1;
  }
  return { reply, parts };
};

describe('a study is searched for', () => {
  test('after it went through the portal, with what its card and its files say', async () => {
    const server = await startServer();
    await server.work();
    const assistant = await server.as(await server.make.assistant());
    const { doctor, studyID, patientID } = await server.make
      .study()
      .then(async (study) => ({ ...study, doctor: study.doctorID }));
    await sendStudy(assistant, studyID, volume(5));
    const { body, headers } = await assistant.get(`/dicomweb/studies?PatientID=${patientID}`);
    expect(headers.get('content-type')).toContain('application/dicom+json');
    expect(doctor).toBeGreaterThan(0);
    expect(told(body)).toHaveLength(1);
    expect(told(body)[0]).toMatchObject({
      '0020000D': { vr: 'UI', Value: [STUDY] },
      '00100020': { vr: 'LO', Value: [String(patientID)] },
      '00080061': { vr: 'CS', Value: ['CT'] },
      '00201206': { vr: 'IS', Value: [1] },
      '00201208': { vr: 'IS', Value: [5] },
      '00080056': { vr: 'CS', Value: ['ONLINE'] },
    });
    expect(Object.keys(told(body)[0]!)).toEqual(Object.keys(told(body)[0]!).toSorted());

    const series = await assistant.get(`/dicomweb/studies/${STUDY}/series`);
    expect(valuesOf(series.body, '0020000E')).toEqual([VOLUME]);
    expect(valuesOf(series.body, '00201209')).toEqual([5]);
    const instances = await assistant.get(`/dicomweb/studies/${STUDY}/series/${VOLUME}/instances`);
    expect(valuesOf(instances.body, '00200013')).toEqual([1, 2, 3, 4, 5]);
    expect(valuesOf(instances.body, '00280010')).toEqual([24, 24, 24, 24, 24]);
  });

  test('by name, day, modality and UID; what was not compared is said', async () => {
    const server = await startServer();
    const { patient } = await readyStudy(server, volume(3));
    await readyStudy(server, [radiograph()], 'Сидоров Пётр');
    const assistant = await server.as(await server.make.assistant());
    const idsFor = async (query: string) =>
      valuesOf((await assistant.get(`/dicomweb/studies?${query}`)).body || [], '00100020');
    // both hold the same DICOM study: it stands there once, as the newest of them
    expect(await idsFor('')).toHaveLength(1);
    expect(await idsFor(`PatientName=${encodeURIComponent('петрова*')}`)).toEqual([]);
    await server.context.db
      .updateTable('objects')
      .set({ studyInstanceUID: '2.25.5' })
      .where(
        'id',
        '=',
        server.context.db
          .selectFrom('studies')
          .select('objectID')
          .where('patientID', '!=', patient.patientID)
          .limit(1),
      )
      .execute();
    const mine = [String(patient.patientID)];
    expect(await idsFor('')).toHaveLength(2);
    expect(await idsFor(`PatientName=${encodeURIComponent('петрова^анна*')}`)).toEqual(mine);
    expect(await idsFor(`00100010=${encodeURIComponent('Петрова')}&limit=1`)).toEqual(mine);
    expect(await idsFor(`StudyInstanceUID=${STUDY}`)).toEqual(mine);
    expect(await idsFor('StudyDate=19000101-20000101')).toEqual([]);
    expect(await idsFor('StudyDate=20200101-')).toHaveLength(2);
    expect(await idsFor('offset=1')).toHaveLength(1);
    expect((await assistant.get('/dicomweb/studies?PatientName=ab')).status).toBe(400);
    expect((await assistant.get('/dicomweb/studies?StudyDate=2026-11-21')).status).toBe(400);
    expect((await assistant.get('/dicomweb/studies?limit=many')).status).toBe(400);
    const { headers } = await assistant.get('/dicomweb/studies?AccessionNumber=7&fuzzymatching=true');
    expect(headers.get('warning')).toContain('AccessionNumber, fuzzymatching');
    expect((await assistant.get('/dicomweb/studies?PatientID=nobody')).status).toBe(204);
  });

  test('only where one may look: a stranger finds nothing, her patient’s doctor and a colleague do', async () => {
    const server = await startServer();
    const { doctor, patient } = await readyStudy(server, volume(3));
    const [stranger, friend] = [await server.make.doctor(), await server.make.doctor()];
    await server.context.db
      .insertInto('patientShares')
      .values({ patientID: patient.patientID, doctorID: friend.id })
      .execute();
    for (const [who, status] of [
      [doctor, 200],
      [friend, 200],
      [stranger, 204],
    ] as const) {
      const client = await server.as(who);
      expect((await client.get('/dicomweb/studies')).status).toBe(status);
      expect((await client.get(`/dicomweb/studies/${STUDY}/series`)).status).toBe(status === 204 ? 404 : 200);
    }
  });
});

describe('what the files say', () => {
  test('comes for a study, a series and one file, the same each time', async () => {
    const server = await startServer();
    const { doctor, studyID } = await readyStudy(server, [...volume(3), radiograph()]);
    const client = await server.as(doctor);
    const all = await client.get(`/dicomweb/studies/${STUDY}/metadata`);
    expect(valuesOf(all.body, '00080018')).toEqual(['2.25.20', '2.25.21', '2.25.22', '2.25.3']);
    expect(told(all.body)[0]!['00100010']).toEqual({
      vr: 'PN',
      Value: [{ Alphabetic: 'Иванов^Иван^Иванович' }],
    });
    const one = await client.get(`/dicomweb/studies/${STUDY}/series/${RADIOGRAPH}/instances/2.25.3/metadata`);
    expect(one.body).toEqual([told(all.body)[3]]);
    // made again when it was thrown away
    const { objectID } = await server.context.db
      .selectFrom('studies')
      .select('objectID')
      .where('id', '=', studyID)
      .executeTakeFirstOrThrow();
    expect(await server.context.storage.head(headersKey(objectID!))).not.toBeNull();
    await server.context.storage.remove(headersKey(objectID!));
    expect((await client.get(`/dicomweb/studies/${STUDY}/metadata`)).body).toEqual(all.body);
  });

  test('files among them that are no pictures, or are cut off, do not hide the others', async () => {
    const server = await startServer();
    const [first, second] = volume(2);
    const broken = { filename: 'cut.dcm', bytes: second!.bytes.subarray(0, 180) };
    const viewer = { filename: 'viewer.exe', bytes: Buffer.from('MZ no picture at all') };
    const { doctor } = await readyStudy(server, [
      viewer,
      broken,
      first!,
      { filename: 'empty', bytes: Buffer.alloc(0) },
    ]);
    const client = await server.as(doctor);
    const { body } = await client.get(`/dicomweb/studies/${STUDY}/metadata`);
    expect(valuesOf(body, '00080018')).toEqual(['2.25.20']);
  });
});

describe('files', () => {
  test('come back byte for byte, several as parts, one alone when it is asked for so', async () => {
    const server = await startServer();
    const files = [...volume(3), radiograph()];
    const { doctor } = await readyStudy(server, files);
    const client = await server.as(doctor);
    const { parts } = await partsOf(server.address, client, `/dicomweb/studies/${STUDY}`);
    expect(parts.map(({ bytes }) => bytes)).toEqual(files.map(({ bytes }) => Buffer.from(bytes)));
    const path = `/dicomweb/studies/${STUDY}/series/${RADIOGRAPH}/instances/2.25.3`;
    const alone = await fetch(`${server.address}/api/1${path}`, {
      headers: { cookie: client.cookie, accept: 'application/dicom' },
    });
    expect(alone.headers.get('content-type')).toContain('application/dicom');
    expect(Buffer.from(await alone.arrayBuffer())).toEqual(Buffer.from(files[3]!.bytes));
    expect((await client.get(path, { accept: 'image/jls' })).status).toBe(406);
    const jpeg = 'multipart/related; type="application/dicom"; transfer-syntax=1.2.840.10008.1.2.4.70';
    expect((await client.get(path, { accept: jpeg })).status).toBe(406);
    expect((await client.get(`/dicomweb/studies/${STUDY}/series/1.2.3`)).status).toBe(404);
  });

  test('are taken out of a deflated object as they went in', async () => {
    const server = await startServer();
    await server.work();
    const assistant = await server.as(await server.make.assistant());
    const { studyID } = await server.make.study();
    const files = volume(4);
    await sendStudy(assistant, studyID, files);
    const { parts } = await partsOf(server.address, assistant, `/dicomweb/studies/${STUDY}/series/${VOLUME}`);
    expect(parts.map(({ bytes }) => bytes)).toEqual(files.map(({ bytes }) => Buffer.from(bytes)));
  });

  test.runIf(haveSharedFiles && existsSync('/usr/bin/dcmdump'))(
    'real ones say to dcmdump what they said before',
    async () => {
      const server = await startServer();
      const paths = sharedFilesIn('transfer-syntaxes-ct').filter((path) => path.endsWith('.dcm'));
      const files = paths.map((path, i) => ({ filename: `${i}.dcm`, bytes: readShared(path) }));
      const { doctor } = await readyStudy(server, files);
      const client = await server.as(doctor);
      const { parts } = await partsOf(server.address, client, `/dicomweb/studies/${STUDY}`);
      const folder = mkdtempSync(join(tmpdir(), 'snimok-dicomweb-'));
      const dumpOf = (bytes: Uint8Array) => {
        writeFileSync(join(folder, 'file.dcm'), bytes);
        return execFileSync('dcmdump', ['-q', join(folder, 'file.dcm')], { stdio: 'pipe' }).toString(
          'latin1',
        );
      };
      try {
        // many of these files are the same slice in different clothes: of each instance one is told
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
});

describe('pixels', () => {
  const instance = `/dicomweb/studies/${STUDY}/series/${VOLUME}/instances/2.25.21`;

  test('come uncompressed, a part a frame', async () => {
    const server = await startServer();
    const files = volume(3);
    const { doctor } = await readyStudy(server, files);
    const client = await server.as(doctor);
    const { reply, parts } = await partsOf(server.address, client, `${instance}/frames/1`);
    expect(reply.headers.get('content-type')).toContain('multipart/related; type="application/octet-stream"');
    const { values } = await decodeFrame(files[1]!.bytes, readDicom(files[1]!.bytes), 0);
    expect(parts.map(({ bytes }) => bytes)).toEqual([
      Buffer.from(values.buffer, values.byteOffset, values.byteLength),
    ]);
    expect((await client.get(`${instance}/frames/2`)).status).toBe(404);
    expect((await client.get(`${instance}/frames/1`, { accept: 'image/jp2' })).status).toBe(406);
  });

  test('are shown as JPEG, windowed and fitted as was asked', async () => {
    const server = await startServer();
    const { doctor } = await readyStudy(server, volume(3));
    const client = await server.as(doctor);
    const picture = async (query: string) => {
      const reply = await fetch(`${server.address}/api/1${instance}/rendered${query}`, {
        headers: { cookie: client.cookie, accept: 'image/jpeg' },
      });
      expect(reply.headers.get('content-type')).toBe('image/jpeg');
      return sharp(Buffer.from(await reply.arrayBuffer()));
    };
    expect(await (await picture('')).metadata()).toMatchObject({ width: 32, height: 24 });
    expect(await (await picture('?viewport=16,16')).metadata()).toMatchObject({ width: 16, height: 12 });
    const brightness = async (query: string) => (await (await picture(query)).stats()).channels[0]!.mean;
    // everything lies above this window, and below the next
    expect(await brightness('?window=-5000,10')).toBeGreaterThan(250);
    expect(await brightness('?window=9000,10,linear')).toBeLessThan(5);
    expect((await client.get(`${instance}/rendered?window=wide`)).status).toBe(400);
    expect((await client.get(`${instance}/frames/1/rendered`, { accept: 'text/html' })).status).toBe(406);
  });

  test('of a damaged file are refused in words, and its bytes can be had all the same', async () => {
    const server = await startServer();
    const [slice] = volume(1);
    const cut = slice!.bytes.subarray(0, slice!.bytes.length - 100);
    const { doctor } = await readyStudy(server, [{ filename: 'cut.dcm', bytes: cut }]);
    const client = await server.as(doctor);
    const path = `/dicomweb/studies/${STUDY}/series/${VOLUME}/instances/2.25.20`;
    const refused = await client.get(`${path}/frames/1`);
    expect(refused).toMatchObject({ status: 422, body: { error: 'Снимок не удалось прочитать' } });
    const { parts } = await partsOf(server.address, client, path);
    expect(parts[0]!.bytes).toEqual(Buffer.from(cut));
  });
});

describe('with the link of an external share', () => {
  const shared = async (flags: string[]) => {
    const server = await startServer();
    const { studyID } = await readyStudy(server, volume(3));
    const assistant = await server.as(await server.make.assistant());
    const share = await shareStudy(assistant, studyID, { flags });
    const get = (path: string) => server.nobody.get(`/external/dicomweb${path}`, bearing(share.token));
    return { server, assistant, share, get };
  };
  const file = `/studies/${STUDY}/series/${VOLUME}/instances/2.25.20`;

  test('who may download has everything of that one study', async () => {
    const { server, get } = await shared(['download']);
    await readyStudy(server, [radiograph()]);
    const search = await get('/studies');
    expect(told(search.body)).toHaveLength(1);
    expect(valuesOf((await get(`/studies/${STUDY}/instances`)).body, '0020000E')).toEqual([
      VOLUME,
      VOLUME,
      VOLUME,
    ]);
    expect((await get(file)).status).toBe(200);
    expect((await get(`${file}/rendered`)).status).toBe(200);
  });

  test('who may only look has the pictures and not the files', async () => {
    const { get } = await shared(['remote-viewer']);
    expect((await get(`${file}/metadata`)).status).toBe(200);
    expect((await get(`${file}/frames/1`)).status).toBe(200);
    expect((await get(file)).status).toBe(403);
    expect((await get(`/studies/${STUDY}`)).status).toBe(403);
  });

  test('a deleted share has nothing at once', async () => {
    const { assistant, share, get } = await shared(['download']);
    expect((await get('/studies')).status).toBe(200);
    await assistant.delete(share.path);
    expect((await get('/studies')).status).toBe(404);
    expect((await get(file)).status).toBe(404);
  });
});

test('a study read file by file is one look in its history', async () => {
  const server = await startServer();
  const { doctor, studyID } = await readyStudy(server, volume(3));
  const client = await server.as(doctor);
  for (const uid of ['2.25.20', '2.25.21', '2.25.22']) {
    await client.get(`/dicomweb/studies/${STUDY}/series/${VOLUME}/instances/${uid}`);
  }
  await server.context.auditBuffer.flush();
  const looks = await server.context.db
    .selectFrom('auditEvents')
    .select(['action', 'actorID'])
    .where('studyID', '=', studyID)
    .where('action', '=', 'study.download')
    .execute();
  expect(looks).toEqual([{ action: 'study.download', actorID: doctor.id }]);
});
