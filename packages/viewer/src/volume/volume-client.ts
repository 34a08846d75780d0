import type { FromVolume, RequestKind, VolumeRequests, ToVolume } from './messages.ts';
import volumeWorkerURL from './volume.worker.ts?worker&url';
import type { VoxelSource } from './request-handlers.ts';
import type { Placement } from './placement.ts';

interface Waiting {
  kind: RequestKind;
  request: VolumeRequests[RequestKind]['request'];
  onResponse: (response: never) => void;
}

/** Where the page asks the volume. Of what one pane asks, only the newest is worth answering. */
export class VolumeClient {
  readonly placement: Placement;
  #worker = new Worker(volumeWorkerURL, { type: 'module' });
  #id = 0;
  /** by pane: what is being answered, and what is asked meanwhile */
  #running = new Map<string, { id: number; onResponse: (response: never) => void }>();
  #next = new Map<string, Waiting>();
  #listeners = new Set<() => void>();
  #failed: (reason: string) => void;
  arrived = 0;
  /** grows with every change of the voxels */
  version = 0;

  constructor(placement: Placement, failed: (reason: string) => void) {
    this.placement = placement;
    this.#failed = failed;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromVolume>) => this.#receive(data));
    this.#worker.addEventListener('error', () => failed('worker'));
    const { size, spacingMm, axes } = placement;
    this.#send({ type: 'open', size, spacingMm, axes });
  }

  preview(source: VoxelSource): void {
    this.#send({ type: 'preview', ...source }, [source.volume.values.buffer]);
  }

  put(index: number, values: Int16Array): void {
    this.#send({ type: 'slice', index, values }, [values.buffer]);
  }

  request<K extends RequestKind>(
    pane: string,
    kind: K,
    request: VolumeRequests[K]['request'],
    onResponse: (response: VolumeRequests[K]['response']) => void,
  ): void {
    const waiting = { kind, request, onResponse: onResponse as (response: never) => void };
    if (this.#running.has(pane)) this.#next.set(pane, waiting);
    else this.#start(pane, waiting);
  }

  /** how many make the full volume */
  get slices(): number {
    const { size, axes } = this.placement;
    return size[axes[2]!.to];
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  close(): void {
    this.#worker.terminate();
    this.#running.clear();
    this.#next.clear();
  }

  #start(pane: string, { kind, request, onResponse }: Waiting): void {
    this.#id += 1;
    this.#running.set(pane, { id: this.#id, onResponse });
    this.#send({ type: 'request', id: this.#id, kind, request } as ToVolume);
  }

  #receive(message: FromVolume): void {
    if (message.type === 'failed') return this.#failed(message.reason);
    if (message.type === 'arrived') {
      this.arrived = message.slices;
      this.version += 1;
      for (const listener of this.#listeners) listener();
      return;
    }
    for (const [pane, { id, onResponse }] of this.#running) {
      if (id !== message.id) continue;
      this.#running.delete(pane);
      const next = this.#next.get(pane);
      this.#next.delete(pane);
      if (next) this.#start(pane, next);
      onResponse(message.response as never);
      return;
    }
  }

  #send(message: ToVolume, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
