import { join } from 'node:path';
import type { DicomFile } from '@snimok/imaging/dicom/file';
import { planLargestVolume, type VolumePlan } from '@snimok/imaging/volume/plan';
import type { Context } from '../../platform/context.ts';
import type { Examiner } from './examiner.ts';
import type { Arch, Panorama } from './panorama-facts.ts';
import type { StoredPicture } from './pictures.ts';

/** Reading a thousand slices takes longer than any other task. */
const TASK_MS = 5 * 60_000;

interface Wish {
  objectID: string;
  scratch: string;
  signal: AbortSignal;
  keys: { full: string; card: string; values: string };
}

/**
 * The panorama of a volume, along the arch that is given, else one that is found, its pictures already in the store. That
 * there is none is no failure: the study is shown without.
 */
export const makePanorama = async (
  { storage, log }: Context,
  examiner: Examiner,
  { objectID, scratch, signal, keys }: Wish,
  files: readonly { path: string; dicom: DicomFile }[],
  arch: Arch | null,
): Promise<{ panorama: Panorama; pictures: StoredPicture[] }> => {
  const plan = planLargestVolume(files.map(({ dicom }) => dicom));
  if (typeof plan === 'string') return { panorama: { volume: null, reason: plan, cut: null }, pictures: [] };
  const [full, card, values] = ['full.jpg', 'card.jpg', 'values.png'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ];
  const paths = files.map(({ path }) => path);
  const reply = await examiner.ask(
    { task: 'panorama', plan, paths, arch, full, card, values },
    signal,
    TASK_MS,
  );
  const volume = placeOf(plan);
  if (!('cut' in reply)) {
    const reason = 'none' in reply ? reply.none : 'failed';
    const details = 'failed' in reply ? reply.failed : reason;
    log.info({ objectID, reason: details }, 'no panorama was made');
    return { panorama: { volume, reason, cut: null }, pictures: [] };
  }
  const { cut } = reply;
  await storage.writeFrom(keys.full, full);
  await storage.writeFrom(keys.card, card);
  await storage.writeFrom(keys.values, values);
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

const placeOf = ({
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
