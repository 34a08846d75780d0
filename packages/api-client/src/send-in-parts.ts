import { retry } from './retry.ts';
import { FILES_IN_PROGRESS, withTransferSlot } from './transfer-slots.ts';
import { type FileToSend, type UploadApi, type FileSource, type Span } from './upload-api.ts';
import { SendProblem } from './send-problem.ts';
import type { TransferObserver } from './send-files.ts';

/** As for whole files: about four minutes of bad luck for each part. */
const TRIES = 12;
const REFUSALS = 3;
/** How often the server may lack parts that it had taken: another tab may be sending another file of that name. */
const ROUNDS = 3;

interface SendInPartsOptions<Source extends FileSource> {
  portal: Pick<UploadApi<Source>, 'register' | 'put' | 'checksum' | 'partURL' | 'joinParts'>;
  uploadUUID: string;
  one: FileToSend<Source>;
  signal: AbortSignal;
  watcher: TransferObserver;
}

/**
 * Sends a large file in parts, each for itself, and only those that the server lacks: whether it has one is told by the
 * checksum, so that a file that was changed meanwhile is no mixture. Answers false when it is to be sent whole.
 */
export async function sendInParts<Source extends FileSource>(sending: SendInPartsOptions<Source>): Promise<boolean> {
  const { portal, uploadUUID, one, signal, watcher } = sending;
  const { filename, file } = one;
  const patiently = <T>(ask: () => Promise<T>) => retry(ask, { signal, tries: TRIES });
  const wish = [{ filename, filesize: file.size, inParts: true }];
  const [place] = await patiently(() => portal.register(uploadUUID, wish));
  if (!place?.parts) return false;

  const { partSize, there } = place.parts;
  const count = Math.ceil(file.size / partSize);
  const checksums = Array.from<string>({ length: count }).fill('');
  const known = new Set(there.map(({ number, checksum }) => `${number} ${checksum}`));
  let wanted = checksums.map((_, index) => index + 1);
  for (let round = 1; ; round += 1) {
    await forEachConcurrently(wanted, async (number) => {
      const span = { start: (number - 1) * partSize, end: Math.min(number * partSize, file.size) };
      const checksum = await portal.checksum(file, span, signal);
      checksums[number - 1] = checksum;
      if (known.has(`${number} ${checksum}`)) watcher.alreadyStored(span.end - span.start);
      else await sendPart(sending, { number, checksum, span });
    });
    const { uploaded, missing } = await patiently(() => portal.joinParts(uploadUUID, filename, checksums));
    if (uploaded) return true;
    if (round === ROUNDS) throw new SendProblem(NOT_JOINED, 400);
    wanted = missing;
    known.clear();
  }
}

const NOT_JOINED = 'Сервер не собрал файл из частей. Возможно, он загружается и из другой вкладки.';

interface PartToSend {
  number: number;
  checksum: string;
  span: Span;
}

/** An address is good for these bytes only, so each try asks for a fresh one; what arrived distorted is sent again. */
async function sendPart<Source extends FileSource>(sending: SendInPartsOptions<Source>, part: PartToSend): Promise<void> {
  const { portal, uploadUUID, one, signal, watcher } = sending;
  const { filename, file } = one;
  const { number, checksum, span } = part;
  const onMoved = (bytes: number) => watcher.moved(filename, bytes, number);
  const put = async () => {
    const { presignedURL, headers } = await portal.partURL(uploadUUID, filename, { number, checksum });
    await portal.put({ url: presignedURL, headers, file, span, signal, onMoved });
  };
  const putUntilTaken = async (refusals = 0): Promise<void> => {
    try {
      await put();
    } catch (problem) {
      if (!isRefused(problem) || refusals === REFUSALS) throw problem;
      onMoved(0);
      await putUntilTaken(refusals + 1);
    }
  };
  const size = span.end - span.start;
  const attempt = () => withTransferSlot(size, signal, putUntilTaken);
  await retry(attempt, {
    signal,
    tries: TRIES,
    onPause: () => watcher.again(filename, number),
  });
  watcher.arrived(filename, size, number);
}

const isRefused = (problem: unknown) =>
  problem instanceof SendProblem && (problem.status === 400 || problem.status === 403);

/** Some at a time; the first failure ends it when those under way have ended. */
async function forEachConcurrently(numbers: number[], work: (number: number) => Promise<void>): Promise<void> {
  const left = [...numbers];
  const hand = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      try {
        await work(next);
      } catch (problem) {
        left.length = 0;
        throw problem;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: FILES_IN_PROGRESS }, hand));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
