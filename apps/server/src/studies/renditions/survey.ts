import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { DicomFile } from '@snimok/imaging/dicom/file';
import { Examiner } from '../processing/examiner.ts';
import type { Entry, Frame, Opened, RenditionReply, RenditionTask } from './tasks.ts';

export type RenditionExaminer = Examiner<RenditionTask, RenditionReply>;
export const renditionExaminer = (): RenditionExaminer =>
  new Examiner<RenditionTask, RenditionReply>(join(import.meta.dirname, 'reader.ts'));

/** A file with something to look at, and its frames packed. */
export interface Found {
  entry: Entry;
  /** null for a plain image */
  dicom: DicomFile | null;
  frames: Frame[];
}

export interface Survey {
  found: Found[];
  /** files that say they are pictures and could not be read at all */
  unreadable: number;
  /** whether there was more than one can look at */
  cutShort: boolean;
}

interface Wish {
  scratch: string;
  /** plain images are shown where the study is one of X-rays */
  withImages: boolean;
  signal: AbortSignal;
  progress(share: number): void;
}

/** A head at the finest is 800 slices; what is far beyond keeps a worker busy and is looked at by nobody. */
const MOST_FRAMES = 20_000;
const MOST_SAMPLES = 6_000_000_000;
/** As many frames of a file as a child packs before it is asked again: its time is limited task by task. */
const FRAMES_AT_ONCE = 8;
/** Fewer files than this are no volume, unless one holds several frames. */
const VOLUME_FROM = 3;
const LANES = Math.min(2, availableParallelism());

/** Opens every file of the study and packs its frames, once, in whatever order they come. */
export const survey = async (entries: Entry[], wish: Wish): Promise<Survey> => {
  const found: (Found | undefined)[] = [];
  const left = { frames: MOST_FRAMES, samples: MOST_SAMPLES };
  const result = { unreadable: 0, cutShort: false };
  let next = 0;
  let done = 0;
  const lane = async (number: number) => {
    const examiner = renditionExaminer();
    try {
      for (let at = next++; at < entries.length; at = next++) {
        const entry = entries[at];
        if (!entry) continue;
        const opened = await open(examiner, entry, wish.signal);
        if (opened.kind === 'broken') result.unreadable += 1;
        const count = framesIn(opened, wish.withImages);
        const samples = samplesIn(opened) * count;
        if (count > left.frames || samples > left.samples) result.cutShort = true;
        else if (count > 0) {
          left.frames -= count;
          left.samples -= samples;
          const coarse = entries.length >= VOLUME_FROM || count >= VOLUME_FROM;
          const files = laneFiles(wish.scratch, number, coarse);
          const dicom = opened.kind === 'dicom' ? opened.dicom : null;
          found[at] = { entry, dicom, frames: await packAll(examiner, entry, count, files, wish.signal) };
        }
        wish.progress(++done / entries.length);
      }
    } finally {
      examiner.close();
    }
  };
  await allSettled(Array.from({ length: LANES }, (_, number) => lane(number)));
  return { ...result, found: found.filter((file) => file !== undefined) };
};

/** Waits for every lane, so that none goes on writing into a folder that is being removed. */
const allSettled = async (lanes: Promise<void>[]): Promise<void> => {
  for (const outcome of await Promise.allSettled(lanes)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
};

const laneFiles = (scratch: string, lane: number, coarse: boolean) => ({
  out: join(scratch, `frames-${lane}`),
  coarseOut: coarse ? join(scratch, `coarse-${lane}`) : null,
});

const open = async (examiner: RenditionExaminer, entry: Entry, signal: AbortSignal): Promise<Opened> => {
  const reply = await examiner.ask({ task: 'open', entry }, signal);
  if ('opened' in reply) return reply.opened;
  return { kind: 'broken', reason: 'failed' in reply ? reply.failed : 'no answer' };
};

const framesIn = (opened: Opened, withImages: boolean): number => {
  if (opened.kind === 'image') return withImages ? 1 : 0;
  return opened.kind === 'dicom' && opened.dicom.hasPixelData ? opened.dicom.numberOfFrames : 0;
};

const samplesIn = (opened: Opened): number => {
  if (opened.kind === 'image') return opened.width * opened.height;
  return opened.kind === 'dicom' ? (opened.dicom.rows ?? 0) * (opened.dicom.columns ?? 0) : 0;
};

const packAll = async (
  examiner: RenditionExaminer,
  entry: Entry,
  count: number,
  files: { out: string; coarseOut: string | null },
  signal: AbortSignal,
): Promise<Frame[]> => {
  const frames: Frame[] = [];
  while (frames.length < count) {
    const some = { from: frames.length, count: Math.min(FRAMES_AT_ONCE, count - frames.length) };
    const reply = await examiner.ask({ task: 'frames', entry, ...some, ...files }, signal);
    if ('frames' in reply) frames.push(...reply.frames);
    else {
      const reason = 'failed' in reply ? reply.failed : 'no answer';
      frames.push(...Array.from({ length: some.count }, () => ({ failed: reason })));
    }
  }
  return frames;
};
