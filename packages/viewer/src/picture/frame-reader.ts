import type { PaneImage } from '../pane/pane-image.ts';
import type { PictureSeries } from '../study/study.ts';
import type { TicketSession } from '../study/ticket-session.ts';
import { DecoderPool } from '../volume/loading/decoder-pool.ts';
import { readPicture } from './read-picture.ts';

/** Pictures on each side of the shown one that are loaded in advance. */
const AHEAD = 3;
/** The most pixels that the kept pictures have together: 64 MB of grey values. */
const MAX_PIXELS = 32_000_000;

/** Loads and keeps the pictures of one series, so that scrolling through a stack does not wait. */
export class FrameReader {
  #session: TicketSession;
  #series: PictureSeries;
  #stop = new AbortController();
  #decoders = new DecoderPool(1);
  /** the most recently used last */
  #images = new Map<number, Promise<PaneImage>>();

  constructor(session: TicketSession, series: PictureSeries) {
    this.#session = session;
    this.#series = series;
  }

  /** The picture of a frame; then its neighbours are loaded, unless another one is requested. */
  async read(index: number): Promise<PaneImage> {
    const image = await this.#load(index);
    void this.#loadAround(index);
    return image;
  }

  /** Makes running requests fail. */
  close(): void {
    this.#stop.abort();
    this.#decoders.close();
  }

  #latest = 0;

  async #loadAround(index: number): Promise<void> {
    this.#latest += 1;
    const turn = this.#latest;
    for (let by = 1; by <= AHEAD; by += 1)
      for (const near of [index + by, index - by]) {
        if (turn !== this.#latest || !this.#series.frames[near]) continue;
        await this.#load(near).catch(() => undefined);
      }
  }

  #load(index: number): Promise<PaneImage> {
    const known = this.#images.get(index);
    this.#images.delete(index);
    const image = known ?? readPicture(this.#session, this.#series, index, this.#decoders, this.#stop.signal);
    this.#images.set(index, image);
    // a failed one is requested again
    image.catch(() => this.#images.delete(index));
    this.#forgetOldest();
    return image;
  }

  #forgetOldest(): void {
    const pixels = (index: number) => {
      const frame = this.#series.frames[index];
      // a colour picture keeps four bytes beside each value
      return frame ? frame.columns * frame.rows * (frame.scale ? 1 : 3) : 0;
    };
    let total = [...this.#images.keys()].reduce((sum, index) => sum + pixels(index), 0);
    for (const index of this.#images.keys()) {
      if (total <= MAX_PIXELS || this.#images.size <= 1) return;
      this.#images.delete(index);
      total -= pixels(index);
    }
  }
}
