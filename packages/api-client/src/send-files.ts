import { PARTS_FROM_BYTES } from '@snimok/contract/uploads';
import { presignedURLs } from './presigned-urls.ts';
import { retry } from './retry.ts';
import { FILES_IN_PROGRESS, withTransferSlot } from './transfer-slots.ts';
import type { FileToSend, UploadApi, FileSource } from './upload-api.ts';
import { StoreUnreachable, isStaleURL, SendProblem, sentenceOf } from './send-problem.ts';
import { sendInParts } from './send-in-parts.ts';

/** With pauses of up to half a minute a file is given about four minutes of bad luck before a person is asked. */
const TRIES = 12;
const REFUSED_ADDRESSES = 3;

export interface FailedFile {
  filename: string;
  reason: string;
}

/** What happens to single files, for whoever counts; `part` is the number of a part that is on its way by itself. */
export interface TransferObserver {
  moved: (filename: string, bytes: number, part?: number) => void;
  again: (filename: string, part?: number) => void;
  arrived: (filename: string, bytes: number, part?: number) => void;
  /** on the server already, from an earlier time */
  alreadyStored: (bytes: number) => void;
  /** the whole file is there */
  done: () => void;
}

interface SendFilesOptions<Source extends FileSource> {
  portal: Pick<UploadApi<Source>, 'register' | 'put' | 'checksum' | 'partURL' | 'joinParts'>;
  uploadUUID: string;
  files: FileToSend<Source>[];
  signal: AbortSignal;
  watcher: TransferObserver;
}

/**
 * Sends the files, some at a time, each for itself: one that fails does not hold up the others.
 * Answers those that failed for good; rejects when the upload as a whole cannot go on.
 */
export async function sendFiles<Source extends FileSource>({
  portal,
  uploadUUID,
  files,
  signal,
  watcher,
}: SendFilesOptions<Source>): Promise<FailedFile[]> {
  const addressesOf = (some: FileToSend<Source>[]) =>
    presignedURLs((batch) => retry(() => portal.register(uploadUUID, batch), { signal, tries: TRIES }), some);
  const addresses = addressesOf(files.filter((one) => !isLarge(one)));
  const failed: FailedFile[] = [];
  const left = [...files];

  async function send(one: FileToSend<Source>) {
    if (!isLarge(one)) await sendWhole(one, addresses);
    else if (!(await sendInParts({ portal, uploadUUID, one, signal, watcher }))) {
      await sendWhole(one, addressesOf([one]));
    }
    watcher.done();
  }

  async function sendWhole({ filename, file }: FileToSend<Source>, { urlFor, forget }: typeof addresses) {
    let refused = 0;
    const put = async () => {
      const url = await urlFor(filename);
      await portal.put({ url, file, signal, onMoved: (bytes) => watcher.moved(filename, bytes) });
    };
    /** A refused address is no failure of the file, unless new ones are refused as well. */
    const putWithValidAddress = async (): Promise<void> => {
      try {
        await put();
      } catch (problem) {
        if (!isStaleURL(problem) || ++refused > REFUSED_ADDRESSES) throw problem;
        forget(filename);
        watcher.moved(filename, 0);
        await putWithValidAddress();
      }
    };
    const attempt = () => withTransferSlot(file.size, signal, putWithValidAddress);
    await retry(attempt, { signal, tries: TRIES, onPause: () => watcher.again(filename) });
    watcher.arrived(filename, file.size);
  }

  async function work() {
    for (let next = left.shift(); next; next = left.shift()) {
      try {
        await send(next);
      } catch (problem) {
        if (signal.aborted || endsUpload(problem)) throw problem;
        watcher.again(next.filename);
        failed.push({ filename: next.filename, reason: sentenceOf(problem) });
      }
    }
  }
  await Promise.all(Array.from({ length: FILES_IN_PROGRESS }, work));
  return failed;
}

const isLarge = ({ file }: FileToSend) => file.size >= PARTS_FROM_BYTES;

/** The upload is over or gone, or no file can get through: nothing that is sent from now on would count. */
const endsUpload = (problem: unknown) =>
  problem instanceof StoreUnreachable ||
  (problem instanceof SendProblem &&
    (problem.status === 404 || problem.status === 409 || problem.status === 401));
