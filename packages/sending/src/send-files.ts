import { addressBook } from './addresses.ts';
import { persist } from './back-off.ts';
import { HANDS, inLane } from './lanes.ts';
import type { FileToSend, Portal, Sized } from './portal.ts';
import { ForeignStore, isStaleURL, SendProblem, sentenceOf } from './problem.ts';

/** With pauses of up to half a minute a file is given about four minutes of bad luck before a person is asked. */
const TRIES = 12;
const REFUSED_ADDRESSES = 3;

export interface FailedFile {
  filename: string;
  reason: string;
}

/** What happens to single files, for whoever counts. */
export interface Watcher {
  moved: (filename: string, bytes: number) => void;
  again: (filename: string, attempt: number) => void;
  done: (filename: string, bytes: number) => void;
}

interface Sending<Source extends Sized> {
  portal: Pick<Portal<Source>, 'register' | 'put'>;
  uploadUUID: string;
  files: FileToSend<Source>[];
  signal: AbortSignal;
  watcher: Watcher;
}

/**
 * Sends the files, some at a time, each for itself: one that fails does not hold up the others.
 * Answers those that failed for good; rejects when the upload as a whole cannot go on.
 */
export async function sendFiles<Source extends Sized>({
  portal,
  uploadUUID,
  files,
  signal,
  watcher,
}: Sending<Source>): Promise<FailedFile[]> {
  const addresses = addressBook(
    (batch) => persist(() => portal.register(uploadUUID, batch), { signal, tries: TRIES }),
    files,
  );
  const failed: FailedFile[] = [];
  const left = [...files];

  async function send({ filename, file }: FileToSend<Source>) {
    let refused = 0;
    const put = async () => {
      const url = await addresses.urlFor(filename);
      await portal.put({ url, file, signal, onMoved: (bytes) => watcher.moved(filename, bytes) });
    };
    /** A refused address is no failure of the file, unless new ones are refused as well. */
    const putWithValidAddress = async (): Promise<void> => {
      try {
        await put();
      } catch (problem) {
        if (!isStaleURL(problem) || ++refused > REFUSED_ADDRESSES) throw problem;
        addresses.forget(filename);
        watcher.moved(filename, 0);
        await putWithValidAddress();
      }
    };
    const attempt = () => inLane(file.size, signal, putWithValidAddress);
    await persist(attempt, { signal, tries: TRIES, onPause: (count) => watcher.again(filename, count) });
    watcher.done(filename, file.size);
  }

  async function work() {
    for (let next = left.shift(); next; next = left.shift()) {
      try {
        await send(next);
      } catch (problem) {
        if (signal.aborted || concernsAll(problem)) throw problem;
        watcher.again(next.filename, TRIES);
        failed.push({ filename: next.filename, reason: sentenceOf(problem) });
      }
    }
  }
  await Promise.all(Array.from({ length: HANDS }, work));
  return failed;
}

/** The upload is over or gone, or no file can get through: nothing that is sent from now on would count. */
const concernsAll = (problem: unknown) =>
  problem instanceof ForeignStore ||
  (problem instanceof SendProblem &&
    (problem.status === 404 || problem.status === 409 || problem.status === 401));
