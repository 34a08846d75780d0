import { Readable } from 'node:stream';
import type { Context } from '../../platform/context.ts';
import { notFound, Problem } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { acceptFiles, requireAcceptable } from './accept.ts';
import { streamFile, multipart, type Part } from './files.ts';
import { listInstances, listTransferSyntaxes } from './instance-queries.ts';
import { eachInstance, idsOf, type Instance, type Selection } from './instances.ts';
import type { ExtractedFiles } from './extracted-files.ts';
import type { PixelParsers } from './pixel-parsers.ts';
import { openPixels, outputFor, type PixelFile } from './pixel-file.ts';
import type { FrameRequest } from './read-frame.ts';
import type { RenderRequest } from './render.ts';

const fileType = (transferSyntaxUID: string) =>
  transferSyntaxUID ? `application/dicom; transfer-syntax=${transferSyntaxUID}` : 'application/dicom';

/**
 * The DICOM files, byte for byte as they were uploaded.
 * @throws Problem 406
 */
export const retrieveFiles = async (
  context: Context,
  selection: Selection,
  accept: string | undefined,
): Promise<{ contentType: string; body: Readable }> => {
  const { storage, db } = context;
  const { singlePart, allows } = acceptFiles(accept);
  const syntaxes = await listTransferSyntaxes(db, idsOf(selection), selection);
  requireAcceptable(syntaxes.every(allows));
  if (singlePart) {
    const { first } = selection;
    requireAcceptable((await listInstances(db, idsOf(selection), selection, null, 2)).length === 1);
    const body = Readable.from(streamFile(storage, first), { objectMode: false });
    return { contentType: fileType(first.transferSyntaxUID), body };
  }
  async function* parts(): AsyncGenerator<Part> {
    for await (const instance of eachInstance(context, selection)) {
      yield { contentType: fileType(instance.transferSyntaxUID), content: streamFile(storage, instance) };
    }
  }
  return multipart('application/dicom', parts());
};

/** The processes that decode pixels, and the local files that they read. */
interface PixelReader {
  pool: PixelParsers;
  files: ExtractedFiles;
}

/** What a parser process writes for a task, before the path of its output is added. */
type PixelTask = Omit<FrameRequest, 'out'> & { task: 'frame' };
type PictureTask = Omit<RenderRequest, 'out'> & { task: 'render' };

/**
 * Pixels as a file, since a frame may be larger than the API may hold in memory.
 * @throws Problem 422 when the pixels cannot be decoded; the file itself can still be retrieved
 */
const readPixels = (
  { pool, files }: PixelReader,
  instance: Instance,
  task: (path: string) => PixelTask | PictureTask,
  signal: AbortSignal,
): Promise<PixelFile> =>
  files.with(instance, async (path) => {
    const out = outputFor(path, signal);
    await pool.run({ ...task(path), out }, signal).catch((cause: Error) => {
      if (signal.aborted) throw cause;
      throw new Problem(422, sentences.dicomUnreadable);
    });
    return openPixels(out);
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
        content: pixels.read(),
      };
    }
  }
  return multipart('application/octet-stream', parts());
};

export interface RenderOptions {
  mediaType: RenderRequest['mediaType'];
  viewport?: string | undefined;
  window?: string | undefined;
  quality?: string | undefined;
}

const DEFAULT_QUALITY = 90;
const numbersIn = (text: string | undefined) => text?.split(',').map(Number);

/**
 * One frame as a picture for display.
 * @throws Problem 404, 422
 */
export const renderFrame = async (
  reader: PixelReader,
  instance: Instance,
  frame: number,
  { mediaType, viewport, window, quality }: RenderOptions,
  signal: AbortSignal,
): Promise<PixelFile> => {
  checkFrames(instance, [frame]);
  const [width, height] = numbersIn(viewport) ?? [];
  const [center, range] = numbersIn(window) ?? [];
  const request = {
    frame,
    mediaType,
    viewport: width && height ? { width, height } : null,
    window: center !== undefined && range ? { center, width: range } : null,
    quality: Number(quality ?? DEFAULT_QUALITY),
  };
  return readPixels(reader, instance, (path) => ({ task: 'render', path, ...request }), signal);
};
