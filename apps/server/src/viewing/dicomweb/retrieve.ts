import { Readable } from 'node:stream';
import type { Context } from '../../platform/context.ts';
import { notFound, Problem } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { acceptFiles, requireAcceptable } from './accept.ts';
import { streamFile, multipart, type Part } from './files.ts';
import type { Instance } from './instances.ts';
import type { ExtractedFiles } from './extracted-files.ts';
import type { ParserPool } from './parser-pool.ts';
import type { Task } from './tasks.ts';

const fileType = (transferSyntaxUID: string) => `application/dicom; transfer-syntax=${transferSyntaxUID}`;

/** The files themselves, byte for byte as they were sent to the portal. @throws Problem 406 */
export const retrieveFiles = ({ storage }: Context, instances: Instance[], accept: string | undefined) => {
  const { singlePart: alone, allows } = acceptFiles(accept);
  requireAcceptable(instances.every(({ transferSyntaxUID }) => allows(transferSyntaxUID)));
  const [only] = instances;
  if (alone) {
    requireAcceptable(instances.length === 1);
    const body = Readable.from(streamFile(storage, only!), { objectMode: false });
    return { contentType: fileType(only!.transferSyntaxUID), body };
  }
  const parts = instances.map((instance) => ({
    contentType: fileType(instance.transferSyntaxUID),
    content: streamFile(storage, instance),
  }));
  return multipart('application/dicom', parts);
};

export interface Tools {
  pool: ParserPool;
  files: ExtractedFiles;
}

/** @throws Problem 422 when the file's pixels cannot be read: the file is to blame, and it can still be retrieved. */
const readPixels = (
  { pool, files }: Tools,
  instance: Instance,
  task: (path: string) => Task,
  signal: AbortSignal,
): Promise<Uint8Array> =>
  files.with(instance, async (path) => {
    const told = await pool.run(task(path), signal).catch((cause: Error) => {
      if (signal.aborted) throw cause;
      throw new Problem(422, sentences.dicomUnreadable);
    });
    if (!('bytes' in told)) throw new Error('a reader told something else than it was asked');
    return told.bytes;
  });

/** Frames counted from 0. @throws Problem 404 for one that the file has not */
const checkFrames = (instance: Instance, frames: number[]): void => {
  const has = (frame: number) => instance.hasPixels && frame < instance.numberOfFrames;
  if (!frames.every(has)) throw notFound(sentences.dicomNotFound);
};

/** Pixels of explicit little endian, a part a frame. The first is decoded before the answer begins, so it can fail. */
export const retrieveFrames = async (
  tools: Tools,
  instance: Instance,
  frames: number[],
  signal: AbortSignal,
) => {
  checkFrames(instance, frames);
  const decode = (frame: number) => readPixels(tools, instance, (path) => ({ task: 'frame', path, frame }), signal);
  const first = await decode(frames[0]!);
  async function* parts(): AsyncGenerator<Part> {
    for (const [i, frame] of frames.entries()) {
      const pixels = i === 0 ? first : await decode(frame);
      yield {
        contentType: 'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1',
        content: [pixels],
      };
    }
  }
  return multipart('application/octet-stream', parts());
};

export interface RenderOptions {
  viewport?: string | undefined;
  window?: string | undefined;
  quality?: string | undefined;
}

const DEFAULT_QUALITY = 90;
const numbersIn = (text: string | undefined) => text?.split(',').map(Number);

/** One frame as JPEG. */
export const renderFrame = async (
  tools: Tools,
  instance: Instance,
  frame: number,
  { viewport, window, quality }: RenderOptions,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  checkFrames(instance, [frame]);
  const [width, height] = numbersIn(viewport) ?? [];
  const [center, range] = numbersIn(window) ?? [];
  const wish = {
    frame,
    viewport: width && height ? { width: Math.min(width, 4096), height: Math.min(height, 4096) } : null,
    window: center !== undefined && range ? { center, width: range } : null,
    quality: Math.min(Math.max(Number(quality ?? DEFAULT_QUALITY), 1), 100),
  };
  return readPixels(tools, instance, (path) => ({ task: 'render', path, ...wish }), signal);
};
