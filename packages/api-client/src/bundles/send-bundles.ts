import { BUNDLE_BYTES, MAX_BUNDLED_FILE_BYTES } from '@snimok/contract/studies/bundles';
import { forEachPaced } from '../transfer/pace-parts.ts';
import { retry } from '../transfer/retry.ts';
import { endsUpload, isStaleURL, isTransient, SendProblem, sentenceOf } from '../transfer/send-problem.ts';
import type { Piece, TransferObserver } from '../transfer/transfer-observer.ts';
import { withTransferSlot } from '../transfer/transfer-slots.ts';
import type { FailedFile, FileSource, FileToSend } from '../transfer/upload-api.ts';
import { type Bundling, CannotPack, type NewBundle } from '../compression/bundling.ts';
import { compressionSwitch } from '../compression/compression-switch.ts';
import { type Bundle, gatherBundles, oneAhead } from './gather.ts';
import { lineSpeed } from '../compression/line-speed.ts';
import { spread } from './spread.ts';

/** With pauses of up to 30 s a bundle is retried for about four minutes before the user has to decide. */
const TRIES = 12;
const MAX_REJECTED_URLS = 3;
/** A bundle interrupted by a reload is lost, so bundles are small on a slow line. */
const BUNDLE_SECONDS = 3;
const LEAST_BUNDLE_BYTES = 512 * 1024;

interface SendBundlesOptions<Source extends FileSource> {
  bundling: Bundling<Source>;
  uploadUUID: string;
  files: FileToSend<Source>[];
  signal: AbortSignal;
  watcher: TransferObserver;
  now: () => number;
}

interface Outcome<Source extends FileSource> {
  failed: FailedFile[];
  /** files to be sent by themselves: too large, or the server does not accept bundles */
  left: FileToSend<Source>[];
}

/**
 * Sends files in bundles: packs them, registers each bundle and sends it by one PUT, while the next one is packed. A bundle
 * that the server refuses is not sent again; its files are sent by themselves. Rejects when the upload cannot continue.
 */
export async function sendBundles<Source extends FileSource>(
  options: SendBundlesOptions<Source>,
): Promise<Outcome<Source>> {
  const { bundling, watcher, signal, now } = options;
  const small = options.files.filter(({ file }) => file.size <= MAX_BUNDLED_FILE_BYTES);
  const outcome: Outcome<Source> = {
    failed: [],
    left: options.files.filter(({ file }) => file.size > MAX_BUNDLED_FILE_BYTES),
  };
  if (small.length === 0) return outcome;
  const line = lineSpeed(now);
  const compression = compressionSwitch(bundling.packers);
  let refused = false;
  let toPackBytes = small.reduce((sum, { file }) => sum + file.size, 0);
  const packedOrLeft = (bytes: number) => watcher.toPack((toPackBytes -= bytes));
  watcher.toPack(toPackBytes);

  async function pack({ file }: FileToSend<Source>) {
    if (refused) throw new CannotPack();
    const compress = bundling.compression && compression.isOn(line.read());
    const packed = await bundling.pack(file, compress, signal);
    if (compress) compression.compressed(file.size, packed.compressMs);
    return packed;
  }
  function onLeftOut(one: FileToSend<Source>, problem?: unknown) {
    signal.throwIfAborted();
    packedOrLeft(one.file.size);
    if (problem === undefined || problem instanceof CannotPack) outcome.left.push(one);
    else if (problem instanceof SendProblem) {
      outcome.failed.push({ filename: one.filename, reason: sentenceOf(problem) });
    } else throw problem;
    refused ||= problem instanceof CannotPack;
  }
  const targetBytes = () =>
    Math.min(BUNDLE_BYTES, Math.max(LEAST_BUNDLE_BYTES, (line.read() ?? 0) * BUNDLE_SECONDS));

  const bundles = gatherBundles({
    files: spread(small),
    packers: bundling.packers,
    pack,
    targetBytes,
    onLeftOut,
  });
  await forEachPaced(
    oneAhead(bundles),
    async (bundle) => {
      packedOrLeft(bundle.originalBytes);
      if (refused) {
        outcome.left.push(...bundle.files.map(({ one }) => one));
        return 'skipped';
      }
      const result = await sendBundle(options, bundle, line);
      if (result === 'refused') {
        refused = true;
        outcome.left.push(...bundle.files.map(({ one }) => one));
      } else if (result instanceof SendProblem) {
        const reason = sentenceOf(result);
        outcome.failed.push(...bundle.files.map(({ one: { filename } }) => ({ filename, reason })));
      } else watcher.done(bundle.files.length);
      return result === 'sent' ? 'sent' : 'skipped';
    },
    now,
  );
  return outcome;
}

/** Registers and sends one bundle. */
async function sendBundle<Source extends FileSource>(
  { bundling, uploadUUID, signal, watcher }: SendBundlesOptions<Source>,
  bundle: Bundle<Source>,
  line: ReturnType<typeof lineSpeed>,
): Promise<'sent' | 'stored' | 'refused' | SendProblem> {
  const piece: Piece = {
    filenames: bundle.files.map(({ one }) => one.filename),
    originalBytes: bundle.originalBytes,
    sentBytes: bundle.sizeBytes,
  };
  const description = describe(bundle);
  const payloads = bundle.files.map(({ packed }) => packed.payload);
  watcher.packed(piece);

  async function registerAndPut(rejectedURLs = 0): Promise<'sent' | 'stored'> {
    const { presignedURL: url, uploaded } = await bundling.register(uploadUUID, description);
    if (uploaded) return 'stored';
    try {
      await put(url);
      return 'sent';
    } catch (problem) {
      if (!isStaleURL(problem) || rejectedURLs === MAX_REJECTED_URLS) throw problem;
      return registerAndPut(rejectedURLs + 1);
    }
  }
  async function put(url: string) {
    let moved = 0;
    const onMoved = (bytes: number) => {
      line.moved(bytes - moved);
      moved = bytes;
      watcher.moved(piece, bytes);
    };
    line.begin();
    try {
      await bundling.put({ url, payloads, signal, onMoved });
    } finally {
      line.end();
    }
  }
  try {
    const attempt = () => withTransferSlot(bundle.sizeBytes, signal, registerAndPut);
    const result = await retry(attempt, { signal, tries: TRIES, onPause: () => watcher.again(piece) });
    if (result === 'sent') watcher.arrived(piece);
    else {
      watcher.gaveUp(piece);
      watcher.alreadyStored(piece.originalBytes);
    }
    return result;
  } catch (problem) {
    watcher.gaveUp(piece);
    if (signal.aborted || !(problem instanceof SendProblem)) throw problem;
    // a server without bundles and one without the upload both answer 404; sending a file shows which it is
    if (problem.status !== 404 && endsUpload(problem)) throw problem;
    return isTransient(problem) ? problem : 'refused';
  }
}

const describe = <Source extends FileSource>({ number, sizeBytes, files }: Bundle<Source>): NewBundle => ({
  number,
  sizeBytes,
  files: files.map(({ one, packed: { method, payload, crc32, sha256 } }) => ({
    filename: one.filename,
    filesize: one.file.size,
    method,
    sentBytes: payload.length,
    crc32,
    sha256,
  })),
});
