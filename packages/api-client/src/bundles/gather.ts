import { MAX_BUNDLE_BYTES, MAX_BUNDLE_FILES } from '@snimok/contract/studies/bundles';
import type { FileSource, FileToSend } from '../transfer/upload-api.ts';
import type { PackedFile } from '../compression/packed-file.ts';

/** One PUT sends the payloads of the files in this order. */
export interface Bundle<Source extends FileSource> {
  number: number;
  files: { one: FileToSend<Source>; packed: PackedFile }[];
  originalBytes: number;
  sizeBytes: number;
}

interface GatherOptions<Source extends FileSource> {
  files: FileToSend<Source>[];
  /** files that are read and packed at the same time */
  packers: number;
  pack: (one: FileToSend<Source>) => Promise<PackedFile>;
  /** the size from which a bundle is sent; read for each bundle */
  targetBytes: () => number;
  /** the file could not be packed; without `problem`, it is too large for a bundle */
  onLeftOut: (one: FileToSend<Source>, problem?: unknown) => void;
}

/** Limit on the original bytes of the files being packed. A single larger file is packed alone. */
const MAX_BYTES_IN_PACKING = 24 * 1024 ** 2;
/** A server refuses bundles that expand much more (a ZIP bomb). */
const MAX_ORIGINAL_BYTES = 64 * 1024 ** 2;

/**
 * Packs files, some at a time, into bundles in their order. In memory are the current bundle and the files being
 * packed; packing pauses until the next bundle is requested.
 */
export async function* gatherBundles<Source extends FileSource>({
  files,
  packers,
  pack,
  targetBytes,
  onLeftOut,
}: GatherOptions<Source>): AsyncGenerator<Bundle<Source>, void> {
  const packing: { one: FileToSend<Source>; result: Promise<PackedFile | { problem: unknown }> }[] = [];
  let next = 0;
  let bytesInPacking = 0;
  let number = 0;
  let bundle = emptyBundle<Source>(number);

  function startPacking() {
    while (next < files.length && packing.length <= packers) {
      const one = files[next]!;
      if (packing.length > 0 && bytesInPacking + one.file.size > MAX_BYTES_IN_PACKING) return;
      next += 1;
      bytesInPacking += one.file.size;
      packing.push({ one, result: pack(one).catch((problem: unknown) => ({ problem })) });
    }
  }
  function takeBundle() {
    const taken = bundle;
    bundle = emptyBundle((number += 1));
    return taken;
  }

  for (startPacking(); packing.length > 0; startPacking()) {
    const { one, result } = packing.shift()!;
    const packed = await result;
    bytesInPacking -= one.file.size;
    if ('problem' in packed) onLeftOut(one, packed.problem);
    else if (packed.payload.length > MAX_BUNDLE_BYTES) onLeftOut(one);
    else {
      if (!fits(bundle, one, packed)) yield takeBundle();
      bundle.files.push({ one, packed });
      bundle.originalBytes += one.file.size;
      bundle.sizeBytes += packed.payload.length;
      if (bundle.sizeBytes >= targetBytes()) yield takeBundle();
    }
  }
  if (bundle.files.length > 0) yield bundle;
}

const emptyBundle = <Source extends FileSource>(number: number): Bundle<Source> => ({
  number,
  files: [],
  originalBytes: 0,
  sizeBytes: 0,
});

const fits = <Source extends FileSource>(
  { files, originalBytes, sizeBytes }: Bundle<Source>,
  one: FileToSend<Source>,
  { payload }: PackedFile,
): boolean =>
  files.length === 0 ||
  (files.length < MAX_BUNDLE_FILES &&
    sizeBytes + payload.length <= MAX_BUNDLE_BYTES &&
    originalBytes + one.file.size <= MAX_ORIGINAL_BYTES);

/** Requests each item before the previous one has been processed. */
export async function* oneAhead<T>(items: AsyncIterator<T>): AsyncGenerator<T, void> {
  let coming = items.next();
  for (;;) {
    const { value, done } = await coming;
    if (done) return;
    coming = items.next();
    // a failure is reported when the item is requested
    coming.catch(() => {});
    yield value;
  }
}
