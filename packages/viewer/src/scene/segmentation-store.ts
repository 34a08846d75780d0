import type { Segmentation as SegmentationSchema } from '@snimok/contract/viewing/segmentation-review';
import type { z } from 'zod';
import { readGlb, type SurfacePart } from '../rendering/read-glb.ts';
import { Store } from '../state/store.ts';
import type { ViewerSession } from '../study/viewer-session.ts';

export type Segmentation = z.output<typeof SegmentationSchema>;
/** Starts or cancels it, with the portal's session; resolves to the state after it. */
type Change = (seen: Segmentation) => Promise<Segmentation>;

interface SegmentationState {
  /** undefined until it is read, and on a server of an earlier version */
  segmentation: Segmentation | undefined;
  /** its surfaces; those of the last one remain while another is made */
  parts: readonly SurfacePart[];
  /** the label of the structure that chart, 3D view and panorama show as chosen */
  selected: number | undefined;
  isChanging: boolean;
  /** why the last call failed */
  failure: unknown;
}

/** The 3D segmentation of the study on the screen. */
export class SegmentationStore extends Store<SegmentationState> {
  #session: ViewerSession | undefined;
  /** numbers the reads, because an earlier one may be answered later */
  #read = 0;
  /** when the segmentation whose surfaces are loaded became ready */
  #loaded: string | null = null;

  /** @param session undefined for a volume that has no segmentation */
  constructor(session: ViewerSession | undefined) {
    super({ segmentation: undefined, parts: [], selected: undefined, isChanging: false, failure: undefined });
    this.#session = session;
  }

  refresh = async (): Promise<void> => {
    const session = this.#session;
    if (!session) return;
    const read = ++this.#read;
    try {
      const segmentation = await session.segmentation();
      if (read === this.#read) await this.#show(segmentation);
    } catch {
      // the 3D view is complete without it
    }
  };

  /** A second press before the answer changes nothing. */
  change = async (change: Change): Promise<void> => {
    const { segmentation, isChanging } = this.get();
    if (!segmentation || isChanging) return;
    this.set({ isChanging: true, failure: undefined });
    try {
      const changed = await change(segmentation);
      this.#read += 1;
      await this.#show(changed);
    } catch (failure) {
      this.set({ failure });
    } finally {
      this.set({ isChanging: false });
    }
  };

  /** Selects a structure; the one that is already selected is deselected. */
  select = (label: number | undefined): void =>
    this.set(({ selected }) => ({ selected: selected === label ? undefined : label }));

  fail = (failure: unknown): void => this.set({ failure });

  async #show(segmentation: Segmentation): Promise<void> {
    this.set({ segmentation });
    const { status, finishedAt, structuresBytes } = segmentation;
    if (!this.#session || status !== 'ready' || finishedAt === this.#loaded) return;
    this.#loaded = finishedAt;
    try {
      const hasStructures = typeof structuresBytes === 'number';
      const glb = await (hasStructures ? this.#session.structures() : this.#session.surfaces());
      if (this.#loaded === finishedAt) this.set({ parts: readGlb(glb), selected: undefined });
    } catch (failure) {
      this.#loaded = null;
      throw failure;
    }
  }
}
