import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { imageElements, part10, rawElements } from '@snimok/imaging/testing/raw-dicom';
import { expect, test } from 'vitest';
import { volume } from '../../../testing/scans/dicom.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../../testing/callers/share.ts';
import { withBulkDataURIs } from './bulk-data.ts';
import { dataSetsIn, makeStudyWith, partsOf, STUDY, VOLUME } from '../dicomweb.fixture.ts';

const PIXELS = '7FE00010';
const DOCUMENT = '00420011';
const SERIES = '2.25.95';

const LONG = Uint8Array.from({ length: 20_000 }, (_, at) => at % 251);

/** An image of two frames with an enclosed document of 20 kB. */
const twoFrames = () => {
  const shape = { rows: 2, columns: 2, bits: 8, samples: 1, photometric: 'MONOCHROME2' } as const;
  return part10(
    '1.2.840.10008.1.2.1',
    rawElements([
      { tag: TAG.sopInstanceUID, vr: 'UI', value: '2.25.96' },
      { tag: TAG.studyInstanceUID, vr: 'UI', value: STUDY },
      { tag: TAG.seriesInstanceUID, vr: 'UI', value: SERIES },
      { tag: 0x00204000, vr: 'LT', value: '"BulkDataURI":"nothing"' },
      { tag: TAG.numberOfFrames, vr: 'IS', value: '2' },
      ...imageElements(shape).filter(({ tag }) => tag > 0x00280000),
      { tag: 0x00420011, vr: 'OB', value: LONG },
      { tag: TAG.pixelData, vr: 'OB', value: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) },
    ]),
  );
};

test('the BulkDataURIs in metadata return the pixel data and the long values', async () => {
  const server = await startServer();
  const files = [...volume(3), { filename: 'two.dcm', bytes: twoFrames() }];
  const { doctor } = await makeStudyWith(server, files);
  const client = await server.as(doctor);
  const { body } = await client.get(`/dicomweb/studies/${STUDY}/metadata`);
  const sets = dataSetsIn(body) as unknown as Record<
    string,
    { vr: string; BulkDataURI?: string; Value?: unknown[] }
  >[];
  expect(sets).toHaveLength(4);
  const base = `${server.address}/api/1`;
  const bytesAt = async (uri: string | undefined) => {
    const { reply, parts } = await partsOf(server.address, client, (uri ?? '').slice(base.length));
    expect([uri, reply.status, parts.length]).toEqual([uri, 200, 1]);
    return parts[0]!.bytes;
  };
  const volumes = `${base}/dicomweb/studies/${STUDY}/series/${VOLUME}/instances`;
  for (const [at, uid] of ['2.25.20', '2.25.21', '2.25.22'].entries()) {
    const uri = sets[at]?.[PIXELS]?.BulkDataURI;
    expect(uri).toBe(`${volumes}/${uid}/bulkdata/${PIXELS}`);
    const { values } = await decodeFrame(files[at]!.bytes, readDicom(files[at]!.bytes), 0);
    expect(await bytesAt(uri)).toEqual(Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  }
  const last = sets[3];
  expect(Object.keys(last!)).toEqual(Object.keys(last!).toSorted());
  expect(last?.['00204000']?.Value).toEqual(['"BulkDataURI":"nothing"']);
  expect([...(await bytesAt(last?.[PIXELS]?.BulkDataURI))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(last?.[DOCUMENT]?.vr).toBe('OB');
  expect(await bytesAt(last?.[DOCUMENT]?.BulkDataURI)).toEqual(Buffer.from(LONG));

  const instance = `/dicomweb/studies/${STUDY}/series/${SERIES}/instances/2.25.96`;
  for (const tag of ['00420012', '00100010', 'FFFEE000', '0042001', 'pixels'])
    expect([tag, (await client.get(`${instance}/bulkdata/${tag}`)).status]).toEqual([tag, 404]);
  const accept = 'image/jpeg';
  expect((await client.get(`${instance}/bulkdata/${PIXELS}`, { accept })).status).toBe(406);
  const otherDoctor = await server.as(await server.make.doctor());
  expect((await otherDoctor.get(`${instance}/bulkdata/${PIXELS}`)).status).toBe(404);
});

test('the BulkDataURIs for a share recipient are endpoints of the share', async () => {
  const server = await startServer();
  const { studyID } = await makeStudyWith(server, volume(1));
  const assistant = await server.as(await server.make.assistant());
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const { body } = await server.nobody.get(
    `/external/dicomweb/studies/${STUDY}/metadata`,
    shareHeaders(token),
  );
  const [set] = dataSetsIn(body) as unknown as Record<string, { BulkDataURI?: string }>[];
  const path = set?.[PIXELS]?.BulkDataURI?.slice(`${server.address}/api/1`.length) ?? '';
  expect(path).toMatch(/^\/external\/dicomweb\/studies/);
  expect((await server.nobody.get(path, shareHeaders(token))).status).toBe(200);
});

test('an instance without pixels gets no BulkDataURI for them, and an empty data set stays valid JSON', () => {
  const address = 'https://centre.test/i';
  const parsed = (json: string, hasPixels: boolean) =>
    JSON.parse(withBulkDataURIs(Buffer.from(json), { hasPixels, address }).toString()) as unknown;
  expect(parsed('{}', false)).toEqual({});
  expect(parsed('{}', true)).toEqual({
    [PIXELS]: { vr: 'OW', BulkDataURI: `${address}/bulkdata/${PIXELS}` },
  });
  expect(parsed('{"00420011":{"vr":"OB","BulkDataURI":"00420011"}}', false)).toEqual({
    '00420011': { vr: 'OB', BulkDataURI: `${address}/bulkdata/00420011` },
  });
});
