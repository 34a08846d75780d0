import { Store } from '../state/store.ts';
import type { KeyImage, KeyView } from '../study/study.ts';
import type { ViewerSession } from '../study/viewer-session.ts';

interface KeyImagesState {
  images: readonly KeyImage[];
  isSaving: boolean;
  /** why the last call failed */
  failure: unknown;
}

/** The key images of the study. */
export class KeyImagesStore extends Store<KeyImagesState> {
  #session: ViewerSession;

  constructor(session: ViewerSession, canSee: boolean) {
    super({ images: [], isSaving: false, failure: undefined });
    this.#session = session;
    if (canSee) void this.#call(async () => ({ images: await session.keyImages() }));
  }

  add(keyImage: { title: string; view: KeyView; picture: string }): Promise<void> {
    return this.#call(async () => {
      const added = await this.#session.addKeyImage(keyImage);
      return { images: [...this.get().images, added] };
    });
  }

  remove(keyImageUUID: string): Promise<void> {
    return this.#call(async () => {
      await this.#session.removeKeyImage(keyImageUUID);
      return { images: this.get().images.filter((image) => image.keyImageUUID !== keyImageUUID) };
    });
  }

  async #call(run: () => Promise<Partial<KeyImagesState>>): Promise<void> {
    this.set({ isSaving: true });
    try {
      this.set({ ...(await run()), isSaving: false, failure: undefined });
    } catch (reason) {
      this.set({ isSaving: false, failure: reason });
    }
  }
}
