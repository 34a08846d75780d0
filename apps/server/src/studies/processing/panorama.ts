import { join } from 'node:path';
import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import { planLargestVolume, type VolumePlan } from '@snimok/imaging/volume/plan';
import type { Context } from '../../platform/context.ts';
import type { StoredPicture } from '../objects/picture-queries.ts';
import type { FileContent } from './parser-tasks/file-content.ts';
import type { Arch, Panorama } from './parser-tasks/panorama-task.ts';
import type { UploadParser } from './upload-parser/upload-parser.ts';
import { outputFolder, takeOutput } from '../../platform/parsers/take-output.ts';

/** Longer than for other tasks: the parser process reads up to a thousand slices. */
const TASK_MS = 5 * 60_000;

interface PanoramaOptions {
  objectID: string;
  scratch: string;
  signal: AbortSignal;
  keys: { full: string; card: string; values: string };
}

/**
 * The panorama of the largest volume in `files`, with its pictures already in the store; along `arch`, or along the
 * arch that the parser process finds if `arch` is null. A volume without a panorama is not an error: the study is shown
 * without one.
 */
export const makePanorama = async (
  { storage, log }: Context,
  parser: UploadParser,
  { objectID, scratch, signal, keys }: PanoramaOptions,
  files: readonly { content: FileContent; dicom: DicomFile }[],
  arch: Arch | null,
): Promise<{ panorama: Panorama; pictures: StoredPicture[] }> => {
  const plan = planLargestVolume(files.map(({ dicom }) => dicom));
  if (typeof plan === 'string') return { panorama: { volume: null, reason: plan, cut: null }, pictures: [] };
  const out = outputFolder(scratch);
  const full = join(out, 'full.jpg');
  const card = join(out, 'card.jpg');
  const values = join(out, 'values.png');
  const contents = files.map(({ content }) => content);
  const reply = await parser.run(
    { task: 'panorama', plan, files: contents, arch, full, card, values },
    signal,
    TASK_MS,
  );
  const volume = geometryOf(plan);
  if (!('cut' in reply)) {
    const reason = 'none' in reply ? reply.none : 'failed';
    const details = 'failed' in reply ? reply.failed : reason;
    log.info({ objectID, reason: details }, 'no panorama was made');
    return { panorama: { volume, reason, cut: null }, pictures: [] };
  }
  const { cut } = reply;
  await storage.writeFrom(keys.full, await takeOutput(full, scratch));
  await storage.writeFrom(keys.card, await takeOutput(card, scratch));
  await storage.writeFrom(keys.values, await takeOutput(values, scratch));
  const { width, height } = cut.picture;
  return {
    panorama: { volume, reason: null, cut },
    pictures: [
      { size: 'full', key: keys.full, ...cut.full },
      { size: 'card', key: keys.card, ...cut.card },
      { size: 'values', key: keys.values, width, height },
    ],
  };
};

const geometryOf = ({
  seriesInstanceUID,
  size,
  spacingMm,
  originMm,
  directions,
}: VolumePlan): Panorama['volume'] => ({
  seriesInstanceUID,
  size: [...size],
  spacingMm: [...spacingMm],
  originMm: [...originMm],
  directions: [[...directions[0]], [...directions[1]], [...directions[2]]],
});
