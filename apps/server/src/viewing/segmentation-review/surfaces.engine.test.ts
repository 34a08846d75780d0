import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getSegmentation } from '@snimok/contract/viewing/segmentation-review';
import { surfaceNets } from '@snimok/imaging/surface/surface-nets';
import { writePly, writeStl } from '@snimok/imaging/surface/write-mesh';
import { drawJaws } from '@snimok/phantom/jaws';
import { cbctSeries } from '@snimok/phantom/series';
import { expect, onTestFinished, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const MESHES = join(import.meta.dirname, '../../testing/scans/meshes.py');
const FRAME = { size: [130, 120, 84], spacingMm: 0.9 } as const;

interface Body {
  file: string;
  body: string;
  triangles: number;
  watertight: boolean;
  winding: boolean;
  facesPerEdge: [least: number, most: number];
  volume: number;
}

/** Reads files as other programs do, with trimesh. */
const bodiesIn = async (files: Record<string, Uint8Array>): Promise<Body[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-meshes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  const env = { ...process.env, PYTHONPATH: process.env.TRIMESH };
  const paths = Object.keys(files).map((name) => join(folder, name));
  const { stdout } = await promisify(execFile)('python3', [MESHES, ...paths], { env });
  return JSON.parse(stdout) as Body[];
};

const expectSolid = (bodies: Body[]) => {
  for (const { file, body, triangles, watertight, winding, facesPerEdge, volume } of bodies) {
    expect({ file, body, watertight, winding, facesPerEdge }).toEqual({
      file,
      body,
      watertight: true,
      winding: true,
      facesPerEdge: [2, 2],
    });
    expect([file, triangles > 100, volume > 0]).toEqual([file, true, true]);
  }
};

test('every file of a segmentation consists of closed surfaces, in which each edge has two triangles', async () => {
  const server = await startServer();
  const { make, as, address } = server;
  await server.work();
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, type: 'cbct' });
  const assistant = await as(await make.assistant());
  const study = {
    patient: { name: 'Иванов Иван', id: '1', birthDate: '1980-01-02', sex: 'M' as const },
    takenOn: '2026-11-21',
    studyInstanceUID: '2.25.7101',
    seriesInstanceUID: '2.25.7102',
    seriesNumber: 1,
    seriesDescription: 'КЛКТ',
    manufacturer: 'Снимок',
    model: 'Фантом',
  };
  await sendStudy(assistant, studyID, [...cbctSeries(FRAME, study)]);
  const doctor = await as(owner);
  const path = `/studies/${studyID}/segmentation`;
  await assistant.post(path);
  const { files } = await until('the segmentation', async () => {
    const state = responseOf(getSegmentation, await doctor.get(path));
    return state.status === 'ready' && state;
  });
  const read = async (file: string) => {
    const reply = await fetch(`${address}/api/1${path}/${file}`, { headers: { cookie: doctor.cookie } });
    return [file, new Uint8Array(await reply.arrayBuffer())] as const;
  };
  const bodies = await bodiesIn(Object.fromEntries(await Promise.all(files.map(({ file }) => read(file)))));
  expect(new Set(bodies.map(({ file }) => file))).toEqual(new Set(files.map(({ file }) => file)));
  expectSolid(bodies);
});

test('the surface that the viewer saves is closed as STL and as PLY, also in noise', async () => {
  const { size, spacingMm, values } = drawJaws(FRAME);
  const area = size[0] * size[1];
  const slice = (z: number) => values.subarray(z * area, (z + 1) * area);
  const files = [-700, 500].map((level) => {
    const mesh = surfaceNets({ size, spacingMm, slice }, level);
    return { [`${level}.stl`]: writeStl(mesh, 'LPS mm'), [`${level}.ply`]: writePly(mesh, 'LPS mm') };
  });
  const bodies = await bodiesIn(Object.assign({}, ...files) as Record<string, Uint8Array>);
  expect(bodies).toHaveLength(4);
  expectSolid(bodies);
});
