import type { registerBundles } from '@snimok/contract/studies/bundles';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import type { Span } from './span.ts';
import type { PackedFile, PackedSpan } from './packed-file.ts';

export type NewBundle = BodyOf<typeof registerBundles>['bundles'][number];

/** Thrown by `pack` when the environment cannot pack, for example because its worker does not start. */
export class CannotPack extends Error {}

/** What the environment and the portal add. Each operation rejects with a `SendProblem`. */
export interface Bundling<Source> {
  /** false: all files are stored as they are */
  compression: boolean;
  /** number of files that `pack` reads and compresses at the same time */
  packers: number;
  /** Reads the whole file and packs it; rejects with status 410 if it has changed or disappeared. */
  pack: (file: Source, compress: boolean, signal: AbortSignal) => Promise<PackedFile>;
  /** The bytes of the span as they travel; rejects with status 410 if the file has changed or disappeared. */
  packSpan?: (file: Source, span: Span, signal: AbortSignal) => Promise<PackedSpan>;
  /** Rejects with status 404 if the server does not know bundles. */
  register: (uploadUUID: string, bundle: NewBundle) => Promise<{ presignedURL: string; uploaded: boolean }>;
  put: (sending: {
    url: string;
    headers?: Record<string, string>;
    payloads: Uint8Array<ArrayBuffer>[];
    signal: AbortSignal;
    onMoved: (bytes: number) => void;
  }) => Promise<void>;
}
