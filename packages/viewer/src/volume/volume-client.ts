import type { FromVolume, Kind, Requests, ToVolume } from './messages.ts';
import volumeWorkerURL from './volume.worker.ts?worker&url';
import type { Source } from './request-handlers.ts';
import type { Placement } from './placement.ts';

interface Waiting {
  kind: Kind;
  asked: Requests[Kind]['asked'];
  answered: (answer: never) => void;
}

/** Where the page asks the volume. Of what one pane asks, only the newest is worth answering. */
export class VolumeDesk {
  readonly placement: Placement;
  #worker = new Worker(volumeWorkerURL, { type: 'module' });
  #id = 0;
  /** by pane: what is being answered, and what is asked meanwhile */
  #running = new Map<string, { id: number; answered: (answer: never) => void }>();
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

  preview(source: Source): void {
    this.#send({ type: 'preview', ...source }, [source.volume.values.buffer]);
  }

  put(index: number, values: Int16Array): void {
    this.#send({ type: 'slice', index, values }, [values.buffer]);
  }

  ask<K extends Kind>(
    pane: string,
    kind: K,
    asked: Requests[K]['asked'],
    answered: (answer: Requests[K]['answer']) => void,
  ): void {
    const waiting = { kind, asked, answered: answered as (answer: never) => void };
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

  #start(pane: string, { kind, asked, answered }: Waiting): void {
    this.#id += 1;
    this.#running.set(pane, { id: this.#id, answered });
    this.#send({ type: 'ask', id: this.#id, kind, asked } as ToVolume);
  }

  #receive(message: FromVolume): void {
    if (message.type === 'failed') return this.#failed(message.reason);
    if (message.type === 'arrived') {
      this.arrived = message.slices;
      this.version += 1;
      for (const listener of this.#listeners) listener();
      return;
    }
    for (const [pane, { id, answered }] of this.#running) {
      if (id !== message.id) continue;
      this.#running.delete(pane);
      const next = this.#next.get(pane);
      this.#next.delete(pane);
      if (next) this.#start(pane, next);
      answered(message.answer as never);
      return;
    }
  }

  #send(message: ToVolume, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer);
  }
}
