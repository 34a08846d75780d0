import { Store } from '../../state/store.ts';
import type { SavedLayout, SavedLayoutSettings } from '../../study/study.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';

interface LayoutsState {
  layouts: readonly SavedLayout[];
  isLoaded: boolean;
  /** why the last call failed */
  failure: unknown;
}

/** The saved layouts of the account. A recipient of a share has none. */
export class LayoutsStore extends Store<LayoutsState> {
  #session: ViewerSession;

  constructor(session: ViewerSession) {
    super({ layouts: [], isLoaded: false, failure: undefined });
    this.#session = session;
  }

  /** Resolves to the default layout, if there is one. A server of an earlier version has no layouts. */
  async load(): Promise<SavedLayout | undefined> {
    const layouts = await this.#session.layouts().catch(() => []);
    this.set({ layouts, isLoaded: true });
    return layouts.find(({ isDefault }) => isDefault);
  }

  save = (name: string, settings: SavedLayoutSettings, isDefault: boolean): Promise<boolean> =>
    this.#change(() => this.#session.saveLayout({ name, settings, isDefault }));

  remove = ({ layoutUUID }: SavedLayout): Promise<boolean> =>
    this.#change(async () => {
      await this.#session.removeLayout(layoutUUID);
      return this.get().layouts.filter((layout) => layout.layoutUUID !== layoutUUID);
    });

  async #change(change: () => Promise<readonly SavedLayout[]>): Promise<boolean> {
    try {
      this.set({ layouts: await change(), failure: undefined });
      return true;
    } catch (failure) {
      this.set({ failure });
      return false;
    }
  }
}
