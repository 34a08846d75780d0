import { retry } from '../transfer/retry.ts';
import { forEachPaced } from '../transfer/pace-parts.ts';
import { withTransferSlot } from '../transfer/transfer-slots.ts';
import type { Span } from '../compression/span.ts';
import { type FileToSend, type UploadApi, type FileSource } from '../transfer/upload-api.ts';
import { SendProblem } from '../transfer/send-problem.ts';
import type { PartCompressor } from './compress-parts.ts';
import type { Piece, TransferObserver } from '../transfer/transfer-observer.ts';

/** As for whole files: each part is retried for about four minutes. */
const TRIES = 12;
const MAX_REJECTIONS = 3;
/**
 * Another tab that sends a different file of the same name can replace stored parts; joining is tried this
 * often.
 */
const MAX_ROUNDS = 3;

interface SendInPartsOptions<Source extends FileSource> {
  portal: Pick<UploadApi<Source>, 'register' | 'put' | 'checksum' | 'partURL' | 'joinParts' | 'bundling'>;
  uploadUUID: string;
  one: FileToSend<Source>;
  signal: AbortSignal;
  watcher: TransferObserver;
  compressor: PartCompressor<Source>;
}

/**
 * Sends those parts of a large file that the server lacks. Stored parts are identified by their checksum, so
 * a file that has changed since the interruption is not stored as a mixture of both versions. Resolves with
 * false if the file must be sent whole.
 */
export async function sendInParts<Source extends FileSource>(
  sending: SendInPartsOptions<Source>,
): Promise<boolean> {
  const { portal, uploadUUID, one, signal, watcher } = sending;
  const { filename, file } = one;
  const retried = <T>(operation: () => Promise<T>) => retry(operation, { signal, tries: TRIES });
  const registration = [{ filename, filesize: file.size, inParts: true }];
  const [target] = await retried(() => portal.register(uploadUUID, registration));
  if (!target?.parts) return false;

  const { partSize, there: storedParts } = target.parts;
  const count = Math.ceil(file.size / partSize);
  const checksums = Array.from<string>({ length: count }).fill('');
  const stored = new Set(storedParts.map(({ number, checksum }) => `${number} ${checksum}`));
  let wanted = checksums.map((_, index) => index + 1);
  for (let round = 1; ; round += 1) {
    await forEachPaced(wanted, async (number) => {
      const span = { start: (number - 1) * partSize, end: Math.min(number * partSize, file.size) };
      const checksum = await portal.checksum(file, span, signal);
      checksums[number - 1] = checksum;
      if (stored.has(`${number} ${checksum}`)) {
        watcher.alreadyStored(span.end - span.start);
        return 'skipped';
      }
      await sendPart(sending, { number, checksum, span }, target.parts?.deflate === true);
      return 'sent';
    });
    const { uploaded, missing } = await retried(() => portal.joinParts(uploadUUID, filename, checksums));
    if (uploaded) return true;
    if (round === MAX_ROUNDS) throw new SendProblem(NOT_JOINED, 400);
    wanted = missing;
    stored.clear();
  }
}

const NOT_JOINED = 'Сервер не собрал файл из частей. Возможно, он загружается и из другой вкладки.';

interface PartToSend {
  number: number;
  checksum: string;
  span: Span;
}

/**
 * A URL is valid for these bytes only, so each attempt requests a new one; a corrupted part is sent again.
 */
async function sendPart<Source extends FileSource>(
  sending: SendInPartsOptions<Source>,
  { number, checksum, span }: PartToSend,
  acceptsDeflate: boolean,
): Promise<void> {
  const { portal, uploadUUID, one, signal, watcher, compressor } = sending;
  const { filename, file } = one;
  const size = span.end - span.start;
  let deflated = acceptsDeflate ? await compressor.compress(file, span, signal) : null;
  let piece = pieceOf(deflated);
  function pieceOf(packed: Uint8Array | null): Piece {
    return { filenames: [filename], originalBytes: size, sentBytes: packed?.length ?? size };
  }
  const onMoved = (bytes: number) => watcher.moved(piece, bytes);
  const put = async () => {
    const part = { number, checksum, ...(deflated && { deflatedBytes: deflated.length }) };
    const { presignedURL: url, headers } = await portal.partURL(uploadUUID, filename, part);
    const request = { url, headers, signal, onMoved };
    await compressor.measured(request, (measured) =>
      deflated && portal.bundling
        ? portal.bundling.put({ ...measured, payloads: [deflated] })
        : portal.put({ ...measured, file, span }),
    );
  };
  const putUntilAccepted = async (rejections = 0): Promise<void> => {
    try {
      await put();
    } catch (problem) {
      if (!isRejected(problem) || rejections === MAX_REJECTIONS) throw problem;
      // an older server that runs beside a newer one does not know compressed parts
      watcher.gaveUp(piece);
      deflated = null;
      piece = pieceOf(null);
      onMoved(0);
      await putUntilAccepted(rejections + 1);
    }
  };
  const attempt = () => withTransferSlot(size, signal, putUntilAccepted);
  try {
    await retry(attempt, { signal, tries: TRIES, onPause: () => watcher.again(piece) });
  } catch (problem) {
    watcher.gaveUp(piece);
    throw problem;
  }
  watcher.arrived(piece);
}

const isRejected = (problem: unknown) =>
  problem instanceof SendProblem && (problem.status === 400 || problem.status === 403);
