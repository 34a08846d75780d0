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

/**
 * The DICOM files, byte for byte as they were uploaded.
 * @throws Problem 406
 */
export const retrieveFiles = ({ storage }: Context, instances: Instance[], accept: string | undefined) => {
  const { singlePart, allows } = acceptFiles(accept);
  requireAcceptable(instances.every(({ transferSyntaxUID }) => allows(transferSyntaxUID)));
  const [first] = instances;
  if (singlePart) {
    requireAcceptable(instances.length === 1);
    const body = Readable.from(streamFile(storage, first!), { objectMode: false });
    return { contentType: fileType(first!.transferSyntaxUID), body };
  }
  const parts = instances.map((instance) => ({
    contentType: fileType(instance.transferSyntaxUID),
    content: streamFile(storage, instance),
  }));
  return multipart('application/dicom', parts);
};

/** The processes that decode pixels, and the local files that they read. */
interface PixelReader {
  pool: ParserPool;
  files: ExtractedFiles;
}

/** @throws Problem 422 when the pixels cannot be decoded; the file itself can still be retrieved */
const readPixels = (
  { pool, files }: PixelReader,
  instance: Instance,
  task: (path: string) => Task,
  signal: AbortSignal,
): Promise<Uint8Array> =>
  files.with(instance, async (path) => {
    const result = await pool.run(task(path), signal).catch((cause: Error) => {
      if (signal.aborted) throw cause;
      throw new Problem(422, sentences.dicomUnreadable);
    });
    if (!('bytes' in result)) throw new Error('the parser process returned no bytes');
    return result.bytes;
  });

/**
 * Frames are counted from 0.
 * @throws Problem 404 for a frame that the file does not contain
 */
const checkFrames = (instance: Instance, frames: number[]): void => {
  const has = (frame: number) => instance.hasPixels && frame < instance.numberOfFrames;
  if (!frames.every(has)) throw notFound(sentences.dicomNotFound);
};

/**
 * Uncompressed frames, one part each. The first is decoded before the response begins, so that an undecodable file gets
 * an error status.
 * @throws Problem 404, 422
 */
export const retrieveFrames = async (
  reader: PixelReader,
  instance: Instance,
  frames: number[],
  signal: AbortSignal,
) => {
  checkFrames(instance, frames);
  const decode = (frame: number) =>
    readPixels(reader, instance, (path) => ({ task: 'frame', path, frame }), signal);
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

/**
 * One frame as JPEG.
 * @throws Problem 404, 422
 */
export const renderFrame = async (
  reader: PixelReader,
  instance: Instance,
  frame: number,
  { viewport, window, quality }: RenderOptions,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  checkFrames(instance, [frame]);
  const [width, height] = numbersIn(viewport) ?? [];
  const [center, range] = numbersIn(window) ?? [];
  const request = {
    frame,
    viewport: width && height ? { width: Math.min(width, 4096), height: Math.min(height, 4096) } : null,
    window: center !== undefined && range ? { center, width: range } : null,
    quality: Math.min(Math.max(Number(quality ?? DEFAULT_QUALITY), 1), 100),
  };
  return readPixels(reader, instance, (path) => ({ task: 'render', path, ...request }), signal);
};
