import { CannotPack } from '../compression/bundling.ts';
import { compressionSwitch } from '../compression/compression-switch.ts';
import { lineSpeed } from '../compression/line-speed.ts';
import type { Span } from '../compression/span.ts';
import type { FileSource, UploadApi } from '../transfer/upload-api.ts';

interface Sending {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
  onMoved: (bytes: number) => void;
}

export interface PartCompressor<Source> {
  /** A raw deflate stream of the span; null if it is to be sent as it is. */
  compress: (file: Source, span: Span, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Sends, and measures the line. */
  measured: (sending: Sending, send: (sending: Sending) => Promise<void>) => Promise<void>;
}

/** Compresses the parts of large files while that is faster than the line, as for bundles. */
export function partCompressor<Source extends FileSource>(
  { bundling }: Pick<UploadApi<Source>, 'bundling'>,
  now: () => number = () => performance.now(),
): PartCompressor<Source> {
  const line = lineSpeed(now);
  const compression = compressionSwitch(bundling?.packers ?? 1);
  return {
    async compress(file, span, signal) {
      if (!bundling?.compression || !bundling.packSpan || !compression.isOn(line.read())) return null;
      try {
        const { deflated, compressMs } = await bundling.packSpan(file, span, signal);
        compression.compressed(span.end - span.start, compressMs);
        return deflated;
      } catch (problem) {
        if (problem instanceof CannotPack) return null;
        throw problem;
      }
    },
    async measured(sending, send) {
      let moved = 0;
      line.begin();
      try {
        await send({
          ...sending,
          onMoved(bytes) {
            line.moved(bytes - moved);
            moved = bytes;
            sending.onMoved(bytes);
          },
        });
      } finally {
        line.end();
      }
    },
  };
}
