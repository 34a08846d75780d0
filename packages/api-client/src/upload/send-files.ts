import { PARTS_FROM_BYTES } from '@snimok/contract/studies/uploads';
import { partCompressor } from './compress-parts.ts';
import { presignedURLs } from '../transfer/presigned-urls.ts';
import { retry } from '../transfer/retry.ts';
import { FILES_IN_PROGRESS, withTransferSlot } from '../transfer/transfer-slots.ts';
import type { FailedFile, FileToSend, UploadApi, FileSource } from '../transfer/upload-api.ts';
import { endsUpload, isStaleURL, sentenceOf } from '../transfer/send-problem.ts';
import { sendInParts } from './send-in-parts.ts';
import type { Piece, TransferObserver } from '../transfer/transfer-observer.ts';

/** With pauses of up to 30 s a file is retried for about four minutes before the user has to decide. */
const TRIES = 12;
const MAX_REJECTED_URLS = 3;

interface SendFilesOptions<Source extends FileSource> {
  portal: Pick<UploadApi<Source>, 'register' | 'put' | 'checksum' | 'partURL' | 'joinParts' | 'bundling'>;
  uploadUUID: string;
  files: FileToSend<Source>[];
  signal: AbortSignal;
  watcher: TransferObserver;
}

/**
 * Sends the files concurrently; a failed file does not stop the others. Resolves with the files that failed
 * permanently; rejects when the upload as a whole cannot continue.
 */
export async function sendFiles<Source extends FileSource>({
  portal,
  uploadUUID,
  files,
  signal,
  watcher,
}: SendFilesOptions<Source>): Promise<FailedFile[]> {
  const urlsOf = (some: FileToSend<Source>[]) =>
    presignedURLs((batch) => retry(() => portal.register(uploadUUID, batch), { signal, tries: TRIES }), some);
  const urls = urlsOf(files.filter((one) => !isLarge(one)));
  const failed: FailedFile[] = [];
  const left = [...files];
  const compressor = partCompressor(portal);

  async function send(one: FileToSend<Source>) {
    if (!isLarge(one)) await sendWhole(one, urls);
    else if (!(await sendInParts({ portal, uploadUUID, one, signal, watcher, compressor }))) {
      await sendWhole(one, urlsOf([one]));
    }
    watcher.done(1);
  }

  async function sendWhole({ filename, file }: FileToSend<Source>, { urlFor, forget }: typeof urls) {
    let rejected = 0;
    const piece: Piece = { filenames: [filename], originalBytes: file.size, sentBytes: file.size };
    const put = async () => {
      const url = await urlFor(filename);
      await portal.put({ url, file, signal, onMoved: (bytes) => watcher.moved(piece, bytes) });
    };
    /** An expired URL is replaced; only repeated rejections count as a failure of the file. */
    const putWithFreshURL = async (): Promise<void> => {
      try {
        await put();
      } catch (problem) {
        if (!isStaleURL(problem) || ++rejected > MAX_REJECTED_URLS) throw problem;
        forget(filename);
        watcher.moved(piece, 0);
        await putWithFreshURL();
      }
    };
    const attempt = () => withTransferSlot(file.size, signal, putWithFreshURL);
    try {
      await retry(attempt, { signal, tries: TRIES, onPause: () => watcher.again(piece) });
    } catch (problem) {
      watcher.gaveUp(piece);
      throw problem;
    }
    watcher.arrived(piece);
  }

  async function work() {
    for (let next = left.shift(); next; next = left.shift()) {
      try {
        await send(next);
      } catch (problem) {
        if (signal.aborted || endsUpload(problem)) throw problem;
        failed.push({ filename: next.filename, reason: sentenceOf(problem) });
      }
    }
  }
  await Promise.all(Array.from({ length: FILES_IN_PROGRESS }, work));
  return failed;
}

const isLarge = ({ file }: FileToSend) => file.size >= PARTS_FROM_BYTES;
