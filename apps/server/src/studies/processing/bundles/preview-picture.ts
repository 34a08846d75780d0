import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StudyType } from '@snimok/contract/studies/study-types';
import { groupSeries } from '@snimok/imaging/dicom/series';
import type { Context } from '../../../platform/context.ts';
import type { StoredPreview } from '../../uploads/upload-rows/preview-queries.ts';
import { previewPictureKey } from '../../uploads/sending/uploads.ts';
import { type InspectedFile, listCandidates } from '../collected-files/contents.ts';
import type { UploadParser } from '../upload-parser/upload-parser.ts';
import { outputFolder, takeOutput } from '../../../platform/parsers/take-output.ts';

/** A JPEG of 480 pixels has at most 150 kB; a process that a malicious file controls could write more. */
const MAX_BYTES = 1024 ** 2;

interface PreviewOptions {
  uploadUUID: string;
  /** type of the study */
  type: StudyType;
  scratch: string;
  signal: AbortSignal;
}

/**
 * A small picture of the first image that can be decoded, already in the store; undefined if there is none. A failure is
 * logged only: the upload continues without a picture, and the next bundles are tried.
 */
export const makePreviewPicture = async (
  context: Context,
  parser: UploadParser,
  options: PreviewOptions,
  inspected: InspectedFile[],
): Promise<StoredPreview['picture']> => {
  try {
    return await renderFirst(context, parser, options, inspected);
  } catch (cause) {
    options.signal.throwIfAborted();
    const { uploadUUID } = options;
    context.log.warn({ err: cause, uploadUUID }, 'the picture of an unfinished upload could not be made');
    return undefined;
  }
};

const renderFirst = async (
  { storage }: Context,
  parser: UploadParser,
  { uploadUUID, type, scratch, signal }: PreviewOptions,
  inspected: InspectedFile[],
): Promise<StoredPreview['picture']> => {
  const dicom = inspected.flatMap(({ facts }) =>
    facts.kind === 'dicom' && facts.dicom.hasPixelData ? [facts.dicom] : [],
  );
  const into = join(outputFolder(scratch), 'preview.jpg');
  for (const { path, frame } of listCandidates(type, inspected, groupSeries(dicom))) {
    const reply = await parser.run({ task: 'preview', path, frame, into }, signal);
    if (!('preview' in reply)) continue;
    const written = await takeOutput(into, scratch);
    if ((await stat(written)).size > MAX_BYTES) throw new Error('the picture is too large');
    await storage.writeFrom(previewPictureKey(uploadUUID), written);
    const { width, height } = reply.preview;
    return { width, height };
  }
  return undefined;
};
