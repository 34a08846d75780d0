import { Readable } from 'node:stream';
import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import type { Context } from '../../../platform/context.ts';
import { notFound, Problem } from '../../../platform/errors/errors.ts';
import { ATTRIBUTE } from '../instance-rows/attributes.ts';
import { acceptFiles, requireAcceptable } from '../requests/accept.ts';
import { BYTES_TYPE, FILE_TYPE } from '../requests/media-types.ts';
import { streamFile, multipart, type Part } from '../files/files.ts';
import { listInstances, listTransferSyntaxes } from '../instance-rows/instance-queries.ts';
import { eachInstance, idsOf, type Instance, type Selection } from '../instance-rows/instances.ts';
import type { ExtractedFiles } from '../files/extracted-files.ts';
import type { PixelParsers } from '../pixels/pixel-parsers.ts';
import { openPixels, outputFor, type PixelFile } from '../pixels/pixel-file.ts';
import type { BulkDataRequest, FrameRequest } from '../pixels/read-frame.ts';
import type { RenderRequest } from '../pixels/render.ts';
import { sentences } from '../sentences.ts';

const fileType = (transferSyntaxUID: string) =>
  transferSyntaxUID ? `${FILE_TYPE}; transfer-syntax=${transferSyntaxUID}` : FILE_TYPE;

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
  return multipart(FILE_TYPE, parts());
};

/** The processes that decode pixels, and the local files that they read. */
interface PixelReader {
  pool: PixelParsers;
  files: ExtractedFiles;
}

/** What a parser process writes for a task, before the path of its output is added. */
type PixelTask = Omit<FrameRequest, 'out'> & { task: 'frame' };
type BulkDataTask = Omit<BulkDataRequest, 'out'> & { task: 'bulk-data' };
type PictureTask = Omit<RenderRequest, 'out'> & { task: 'render' };

/**
 * Pixels as a file, since a frame may be larger than the API may hold in memory.
 * @throws Problem 422, or `unreadable`, when the pixels cannot be decoded; the file itself can still be retrieved
 */
const readPixels = (
  { pool, files }: PixelReader,
  instance: Instance,
  task: (path: string) => PixelTask | PictureTask | BulkDataTask,
  signal: AbortSignal,
  unreadable = new Problem(422, sentences.dicomUnreadable),
): Promise<PixelFile> =>
  files.with(instance, async (path) => {
    const out = outputFor(path, signal);
    await pool.run({ ...task(path), out }, signal).catch((cause: Error) => {
      if (signal.aborted) throw cause;
      throw unreadable;
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
 * Decodes the first frame before the response begins, so that an undecodable file gets an error status. Decodes each of
 * the others when it is sent.
 */
const decodeFrames = async (
  reader: PixelReader,
  instance: Instance,
  frames: Iterable<number>,
  signal: AbortSignal,
): Promise<AsyncGenerator<PixelFile>> => {
  async function* decoded(): AsyncGenerator<PixelFile> {
    for (const frame of frames)
      yield await readPixels(reader, instance, (path) => ({ task: 'frame', path, frame }), signal);
  }
  const rest = decoded();
  const first = await rest.next();
  async function* all(): AsyncGenerator<PixelFile> {
    if (first.done) return;
    yield first.value;
    yield* rest;
  }
  return all();
};

const UNCOMPRESSED = `${BYTES_TYPE}; transfer-syntax=${TRANSFER_SYNTAX.explicitLittleEndian}`;

/**
 * Uncompressed frames, one part each.
 * @throws Problem 404, 422
 */
export const retrieveFrames = async (
  reader: PixelReader,
  instance: Instance,
  frames: number[],
  signal: AbortSignal,
) => {
  checkFrames(instance, frames);
  const decoded = await decodeFrames(reader, instance, frames, signal);
  async function* parts(): AsyncGenerator<Part> {
    for await (const pixels of decoded) yield { contentType: UNCOMPRESSED, content: pixels.read() };
  }
  return multipart(BYTES_TYPE, parts());
};

/**
 * The value of an attribute that metadata name by a `BulkDataURI`. The value of pixel data is all frames,
 * uncompressed.
 * @throws Problem 404, 422
 */
export const retrieveBulkData = async (
  reader: PixelReader,
  instance: Instance,
  tag: string,
  signal: AbortSignal,
) => {
  const content =
    tag === ATTRIBUTE.PixelData
      ? await allFrames(reader, instance, signal)
      : (await readBulkData(reader, instance, Number.parseInt(tag, 16), signal)).read();
  const contentType = tag === ATTRIBUTE.PixelData ? UNCOMPRESSED : BYTES_TYPE;
  return multipart(BYTES_TYPE, [{ contentType, content }]);
};

const allFrames = async (reader: PixelReader, instance: Instance, signal: AbortSignal) => {
  checkFrames(instance, [0]);
  function* frames(): Generator<number> {
    for (let frame = 0; frame < instance.numberOfFrames; frame++) yield frame;
  }
  const decoded = await decodeFrames(reader, instance, frames(), signal);
  async function* content(): AsyncGenerator<Uint8Array> {
    for await (const pixels of decoded) yield* pixels.read();
  }
  return content();
};

const readBulkData = (reader: PixelReader, instance: Instance, tag: number, signal: AbortSignal) =>
  readPixels(
    reader,
    instance,
    (path) => ({ task: 'bulk-data', path, tag }),
    signal,
    notFound(sentences.dicomNotFound),
  );

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
