import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import type { Access, Sandbox } from '../../platform/outside/sandbox/sandbox.ts';
import { ParserProcess } from '../../platform/parsers/parser-process.ts';
import type { FileFacts } from '../processing/parser-tasks/collected-file.ts';
import type { Entry, FrameResult, RenditionReply, RenditionTask } from './tasks.ts';

export type RenditionParser = ParserProcess<RenditionTask, RenditionReply>;

/** @param access the study's object, and the folder for the working files */
export const newRenditionParser = (sandbox: Sandbox, access: Access): RenditionParser =>
  new ParserProcess<RenditionTask, RenditionReply>({
    sandbox,
    threadFile: join(import.meta.dirname, 'parser-thread.ts'),
    accessOf: () => ({ ...access, files: [] }),
  });

/** A file with pixel data, its frames packed. */
export interface OpenedFile {
  entry: Entry;
  /** null for a plain image */
  dicom: DicomFile | null;
  frames: FrameResult[];
}

interface OpenedFiles {
  /** in the order of the entries */
  files: OpenedFile[];
  /** the number of DICOM files and images that could not be read at all */
  unreadable: number;
  /** whether files were left out because of the limits */
  isTruncated: boolean;
}

interface OpenOptions {
  /** may read the entries and write `out`; stays open */
  parser: RenditionParser;
  /** another one */
  newParser(): RenditionParser;
  /** for working files */
  out: string;
  /** plain images are shown only in an X-ray study */
  withImages: boolean;
  signal: AbortSignal;
  progress(share: number): void;
}

/**
 * A scan of the head at the finest resolution has 800 slices. The viewer receives a description of each frame of a series
 * that is no volume, and far more would only occupy a worker.
 */
const MAX_FRAMES = 5000;
const MAX_SAMPLES = 6_000_000_000;
/** Frames per task: the time limit of the parser process applies to each task. */
const FRAMES_PER_TASK = 8;
/** The least number of slices that make a volume. */
const VOLUME_FROM = 3;
const PARSER_COUNT = Math.min(2, availableParallelism());
/** The start of a parser process takes about as long as this many small images. */
const FILES_PER_PARSER = 3;

/** Reads every file of the study once and packs its frames, in several parser processes. */
export const openFiles = async (entries: Entry[], options: OpenOptions): Promise<OpenedFiles> => {
  const files: (OpenedFile | undefined)[] = [];
  const remaining = { frames: MAX_FRAMES, samples: MAX_SAMPLES };
  const result = { unreadable: 0, isTruncated: false };
  let next = 0;
  let done = 0;
  const openRemaining = async (parserNumber: number) => {
    const parser = parserNumber === 0 ? options.parser : options.newParser();
    try {
      for (let at = next++; at < entries.length; at = next++) {
        const entry = entries[at];
        if (!entry) continue;
        const facts = await inspectEntry(parser, entry, options.signal);
        if (facts.kind === 'broken') result.unreadable += 1;
        const count = framesIn(facts, options.withImages);
        const samples = samplesIn(facts) * count;
        if (count > remaining.frames || samples > remaining.samples) result.isTruncated = true;
        else if (count > 0) {
          remaining.frames -= count;
          remaining.samples -= samples;
          const needsCoarse = entries.length >= VOLUME_FROM || count >= VOLUME_FROM;
          const out = workingFiles(options.out, parserNumber, needsCoarse);
          const dicom = facts.kind === 'dicom' ? facts.dicom : null;
          files[at] = { entry, dicom, frames: await packFrames(parser, entry, count, out, options.signal) };
        }
        options.progress(++done / entries.length);
      }
    } finally {
      if (parserNumber > 0) parser.close();
    }
  };
  const parserCount = Math.min(PARSER_COUNT, Math.ceil(entries.length / FILES_PER_PARSER));
  await waitForAll(Array.from({ length: parserCount }, (_, number) => openRemaining(number)));
  return { ...result, files: files.filter((file) => file !== undefined) };
};

/** Unlike `Promise.all`, rejects only after all have ended, so that none writes into a folder that is being removed. */
const waitForAll = async (runs: Promise<void>[]): Promise<void> => {
  for (const outcome of await Promise.allSettled(runs)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
};

const workingFiles = (folder: string, parserNumber: number, needsCoarse: boolean) => ({
  out: join(folder, `frames-${parserNumber}`),
  coarseOut: needsCoarse ? join(folder, `coarse-${parserNumber}`) : null,
});

const inspectEntry = async (
  parser: RenditionParser,
  entry: Entry,
  signal: AbortSignal,
): Promise<FileFacts> => {
  const reply = await parser.run({ task: 'open', entry }, signal);
  if ('facts' in reply) return reply.facts;
  return { kind: 'broken', reason: 'failed' in reply ? reply.failed : 'no answer' };
};

const framesIn = (facts: FileFacts, withImages: boolean): number => {
  if (facts.kind === 'image') return withImages ? 1 : 0;
  return facts.kind === 'dicom' && facts.dicom.hasPixelData ? facts.dicom.numberOfFrames : 0;
};

const samplesIn = (facts: FileFacts): number => {
  if (facts.kind === 'image') return facts.width * facts.height;
  return facts.kind === 'dicom' ? (facts.dicom.rows ?? 0) * (facts.dicom.columns ?? 0) : 0;
};

const packFrames = async (
  parser: RenditionParser,
  entry: Entry,
  count: number,
  out: { out: string; coarseOut: string | null },
  signal: AbortSignal,
): Promise<FrameResult[]> => {
  const frames: FrameResult[] = [];
  while (frames.length < count) {
    const range = { from: frames.length, count: Math.min(FRAMES_PER_TASK, count - frames.length) };
    const reply = await parser.run({ task: 'frames', entry, ...range, ...out }, signal);
    if ('frames' in reply) frames.push(...reply.frames);
    else {
      const reason = 'failed' in reply ? reply.failed : 'no answer';
      frames.push(...Array.from({ length: range.count }, () => ({ failed: reason })));
    }
  }
  return frames;
};
