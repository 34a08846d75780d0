import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonModel } from '@snimok/imaging/dicom/elements/json-model';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { DicomProblem } from '@snimok/imaging/dicom/elements/problem';
import { readDicom } from '@snimok/imaging/dicom/read';
import { groupSeries } from '@snimok/imaging/dicom/series';
import { pictureOf } from '@snimok/imaging/pictures/picture';
import { planLargestVolume } from '@snimok/imaging/volume/plan';
import { ZipProblem } from '../../apps/server/src/platform/zip/zip-problem.ts';
import { unpackZip } from '../../apps/server/src/platform/zip/zip-unpack.ts';
import { inspectContent } from '../../apps/server/src/studies/processing/parser-tasks/inspect-file.ts';
import { renderPicture } from '../../apps/server/src/studies/processing/parser-tasks/render-picture.ts';
import { dicomFile } from '../generate/dicom.ts';
import { mutate, splice } from '../generate/mutate.ts';
import { zipFile } from '../generate/zip.ts';
import type { Random } from '../generate/random.ts';
import { loadSeeds } from '../generate/seeds.ts';
import type { Target } from './target.ts';
import { bundle } from './bundle.ts';
import { dimse, machines, worklist } from './dimse.ts';
import { idToken } from './id-token.ts';
import { logoutToken } from './logout-token.ts';
import { multipart } from './multipart.ts';
import { pdf } from './pdf.ts';

const mutated = async (kind: 'dicom' | 'zip' | 'image', random: Random): Promise<Buffer> => {
  const seeds = (await loadSeeds())[kind];
  const seed = random.pick(seeds);
  return random.chance(0.1) ? splice(seed, random.pick(seeds), random) : mutate(seed, random);
};

const makeDicom = (random: Random) => (random.chance(0.4) ? dicomFile(random) : mutated('dicom', random));

/** Runs `read`, which may throw only errors of these classes. */
const expectOnly = async (allowed: (cause: unknown) => boolean, read: () => unknown): Promise<void> => {
  try {
    await read();
  } catch (cause) {
    if (!allowed(cause)) throw cause;
  }
};
const isDicomProblem = (cause: unknown) => cause instanceof DicomProblem;

const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-fuzz-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Header, DICOM JSON model and geometry. */
const dicomHeader: Target = {
  make: makeDicom,
  run: (bytes) =>
    expectOnly(isDicomProblem, () => {
      const file = readDicom(bytes);
      JSON.stringify(jsonModel(bytes, { pixelsAt: null }));
      const copies = Array.from({ length: 9 }, () => file);
      groupSeries(copies);
      // copies of one file would be used only once, so each gets a UID of its own
      planLargestVolume(
        copies.flatMap((one, at) => [
          one,
          { ...one, sopInstanceUID: `${at}` },
          { ...one, sopInstanceUID: `${at}.1` },
        ]),
      );
    }),
};

/** The first and the last frame of a file, decoded and shown. */
const dicomPixels: Target = {
  make: makeDicom,
  run: (bytes) =>
    expectOnly(isDicomProblem, async () => {
      const file = readDicom(bytes);
      if (!file.hasPixelData) return;
      await decodeFrame(bytes, file, file.numberOfFrames - 1);
      await pictureOf(bytes, file, 0);
    }),
};

/** An image of a photo format, examined and drawn as in the parser process. */
const image: Target = {
  make: (random) => mutated('image', random),
  run: (bytes) =>
    withFolder(async (folder) => {
      const path = join(folder, 'image');
      await writeFile(path, bytes);
      const facts = await inspectContent(bytes, path);
      if (facts.kind !== 'image') return;
      const pictures = { full: join(folder, 'full.jpg'), card: join(folder, 'card.jpg') };
      // the message of an error of the image library says what is wrong with the image
      const isRefusal = (cause: unknown) => cause instanceof Error && !('syscall' in cause);
      await expectOnly(isRefusal, () => renderPicture({ path, frame: null, ...pictures }));
    }),
};

const zip: Target = {
  make: async (random) =>
    random.chance(0.5) ? zipFile(random, (await loadSeeds()).dicom.slice(-3)) : mutated('zip', random),
  run: (bytes) =>
    withFolder(async (folder) => {
      const path = join(folder, 'archive.zip');
      await writeFile(path, bytes);
      await expectOnly(
        (cause) => cause instanceof ZipProblem,
        async () => {
          for await (const { name } of unpackZip(path, folder, { archive: 'archive.zip' })) {
            const isUnsafe = name.startsWith('/') || name.split('/').includes('..') || name.includes('\0');
            if (isUnsafe) throw new Error(`an unsafe name: ${JSON.stringify(name)}`);
          }
        },
      );
    }),
};

export const targets: Record<string, Target> = {
  'dicom-header': dicomHeader,
  'dicom-pixels': dicomPixels,
  image,
  zip,
  multipart,
  dimse,
  worklist,
  machines,
  pdf,
  bundle,
  'id-token': idToken,
  'logout-token': logoutToken,
};
