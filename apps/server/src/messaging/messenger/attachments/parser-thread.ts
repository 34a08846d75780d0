import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { MAX_SIDE } from '../../../studies/processing/parser-tasks/inspect-file.ts';
import { failureOf } from '../../../platform/parsers/parser-failure.ts';
import { writeJpeg } from '../../../studies/processing/parser-tasks/render-picture.ts';
import { type AttachmentReply, type AttachmentTask, PICTURE, THUMBNAIL } from './pdf/tasks.ts';

/** A telephone takes photographs of at most 200 million pixels, but its programs reduce them before they send them. */
const MAX_PIXELS = 60_000_000;
const LONGEST_SIDE = 4096;
/** Enough for a picture in a conversation on a double-density screen. */
const THUMBNAIL_SIDE = 640;

/** The thread of a parser process for attachments; `platform/parsers/parser-child.ts` starts it. */
parentPort?.on('message', async (task: AttachmentTask) => {
  const reply = task.kind === 'pdf' ? checkPDF(task) : renderPicture(task);
  parentPort?.postMessage(await reply.catch(failureOf));
});

const checkPDF = async ({ path }: AttachmentTask): Promise<AttachmentReply> => {
  // loaded on demand: the library takes longer to load than a picture takes to render
  const { findPDFProblem } = await import('./pdf/read-pdf.ts');
  const refused = findPDFProblem(await readFile(path));
  return refused ? { refused } : { ok: true };
};

/**
 * Encodes a picture again and rotates it by its EXIF orientation. Only the pixels remain: the place where a photograph was
 * taken is removed, and so are other files that are appended. Transparency becomes white, the background of a drawing.
 */
const renderPicture = async ({ path, out }: AttachmentTask): Promise<AttachmentReply> => {
  // reads the header only
  const size = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!size) return { refused: 'brokenPicture' };
  const { width, height } = size;
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE)
    return { refused: 'pictureTooLarge' };
  const picture = () =>
    sharp(path, { limitInputPixels: MAX_PIXELS }).autoOrient().flatten({ background: '#fff' });
  try {
    await writeJpeg(picture(), THUMBNAIL_SIDE, 80, join(out, THUMBNAIL));
    return { picture: await writeJpeg(picture(), LONGEST_SIDE, 88, join(out, PICTURE)) };
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    return { refused: 'brokenPicture' };
  }
};
