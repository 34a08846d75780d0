import type { FromVolume, RequestKind, ToVolume, VolumeRequests, VolumeToKeep } from './messages.ts';
import type { Placement } from '../voxels/placement.ts';
import type { VoxelSource } from './request-handlers.ts';
import { SpareArrays } from './spare-arrays.ts';
import type { SampleScale } from '../voxels/units.ts';
import volumeWorkerURL from './volume.worker.ts?worker&url';

interface PendingRequest {
  kind: RequestKind;
  request: VolumeRequests[RequestKind]['request'];
  onResponse: (response: never) => void;
}

/**
 * The pictures of other panes are not refreshed for `QUIET_MS` after a request of the user, but wait for
 * `MOST_POSTPONED_MS` at most.
 */
const QUIET_MS = 300;
const MOST_POSTPONED_MS = 2000;

/**
 * The page's side of the volume worker. Each pane has at most one request in the worker and one waiting; a
 * newer request replaces the waiting one, so scrolling never builds a queue.
 */
export class VolumeClient {
  readonly placement: Placement;
  readonly scale: SampleScale;
  /** arrays of slices that have been written into the volume */
  readonly spares = new SpareArrays();
  #worker = new Worker(volumeWorkerURL, { type: 'module' });
  #id = 0;
  #running = new Map<string, { id: number; onResponse: (response: never) => void }>();
  #waiting = new Map<string, PendingRequest>();
  #listeners = new Set<() => void>();
  /** the last request of each pane: a request that differs from it comes from the user and is not a refresh */
  #requested = new Map<string, unknown>();
  #userRequestedAt = -Infinity;
  #refreshedAt = -Infinity;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #onFailed: (reason: string) => void;
  /** how many slices of the full volume the worker has */
  arrived = 0;
  /** how many it has at least at half the resolution, or need not wait for */
  arrivedHalves = 0;
  /** incremented with every change of the voxels; 0 while there are none */
  version = 0;

  constructor(
    placement: Placement,
    kept: Pick<VolumeToKeep, 'scale' | 'missing' | 'hasGaps'>,
    onFailed: (reason: string) => void,
  ) {
    this.placement = placement;
    this.scale = kept.scale;
    this.#onFailed = onFailed;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromVolume>) => this.#receive(data));
    this.#worker.addEventListener('error', () => onFailed('worker'));
    const { size, spacingMm, axes } = placement;
    this.#send({ type: 'open', size, spacingMm, axes, ...kept });
  }

  setPreview(preview: VoxelSource): void {
    this.#send({ type: 'preview', ...preview }, [preview.volume.values.buffer]);
  }

  /** @param isHalf at half the resolution, until the whole slice arrives */
  putSlice(index: number, values: Uint16Array<ArrayBuffer>, isHalf = false): void {
    this.#send({ type: 'slice', index, values, isHalf }, [values.buffer]);
  }

  /** A request that is replaced by a newer one of its pane gets no response. */
  request<K extends RequestKind>(
    pane: string,
    kind: K,
    request: VolumeRequests[K]['request'],
    onResponse: (response: VolumeRequests[K]['response']) => void,
  ): void {
    const pending = { kind, request, onResponse: onResponse as (response: never) => void };
    if (this.#requested.get(pane) !== request) this.#userRequestedAt = performance.now();
    this.#requested.set(pane, request);
    if (this.#running.has(pane)) this.#waiting.set(pane, pending);
    else this.#start(pane, pending);
  }

  /** How many slices the full volume has. */
  get sliceCount(): number {
    const { size, axes } = this.placement;
    return size[axes[2]!.to];
  }

  get isComplete(): boolean {
    return this.arrived >= this.sliceCount;
  }

  /** The resolution that the whole volume has at least; `none` before the first picture. */
  get resolution(): 'none' | 'preview' | 'half' | 'full' {
    if (this.isComplete) return 'full';
    if (this.arrivedHalves >= this.sliceCount) return 'half';
    return this.version > 0 ? 'preview' : 'none';
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  close(): void {
    this.#worker.terminate();
    clearTimeout(this.#refreshTimer);
    this.#running.clear();
    this.#waiting.clear();
  }

  #start(pane: string, { kind, request, onResponse }: PendingRequest): void {
    this.#id += 1;
    this.#running.set(pane, { id: this.#id, onResponse });
    this.#send({ type: 'request', id: this.#id, kind, request } as ToVolume);
  }

  #receive(message: FromVolume): void {
    if (message.type === 'failed') return this.#onFailed(message.reason);
    if (message.type === 'written') return this.spares.put(message.values);
    if (message.type === 'arrived') {
      this.arrived = message.slices;
      this.arrivedHalves = message.halves;
      if (!this.#refresh()) this.#notify();
      return;
    }
    for (const [pane, { id, onResponse }] of this.#running) {
      if (id !== message.id) continue;
      this.#running.delete(pane);
      const next = this.#waiting.get(pane);
      this.#waiting.delete(pane);
      if (next) this.#start(pane, next);
      onResponse(message.response as never);
      return;
    }
  }

  /**
   * Lets all panes request their pictures again. While the user is scrolling this is done later, because it would delay
   * the slices that she waits for. Returns whether it was done at once.
   */
  #refresh(): boolean {
    const now = performance.now();
    const waitMs = Math.min(
      this.#userRequestedAt + QUIET_MS - now,
      this.#refreshedAt + MOST_POSTPONED_MS - now,
    );
    clearTimeout(this.#refreshTimer);
    if (waitMs > 0) {
      this.#refreshTimer = setTimeout(() => this.#refresh(), waitMs);
      return false;
    }
    this.#refreshedAt = now;
    this.version += 1;
    this.#notify();
    return true;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #send(message: ToVolume, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
