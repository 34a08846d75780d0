import { CallProblem } from '../../../../apps/web/src/shared/call.ts';
import { explain } from '../../../../apps/web/src/shared/explain.ts';
import type { ViewerSession } from '../viewer-session.ts';
import { Store } from '../store.ts';
import type { Annotation } from './annotation.ts';

/** `local`: who may not keep marks in the portal has them until the page is closed. */
export type Saving = 'loading' | 'saved' | 'saving' | 'local' | 'conflict' | 'failed';

export interface AnnotationsState {
  own: readonly Annotation[];
  others: readonly { authorName: string; marks: readonly Annotation[] }[];
  saving: Saving;
  /** in words, when `saving` is `failed` */
  problem: string;
  selected: string | undefined;
  /** being drawn: its last point follows the pointer */
  draft: Annotation | undefined;
  shown: boolean;
}

const SAVE_AFTER_MS = 800;
const SAVE_AGAIN_MS = 5000;
const UNDONE_AT_MOST = 100;

/** What is drawn on a study: shown at once, kept in the portal a moment later. */
export class AnnotationsStore extends Store<AnnotationsState> {
  #session: ViewerSession;
  #revision = 0;
  #timer = 0;
  #sending = false;
  #dirty = false;
  #past: (readonly Annotation[])[] = [];
  #future: (readonly Annotation[])[] = [];

  constructor(session: ViewerSession, kept: boolean) {
    super({
      own: [],
      others: [],
      saving: kept ? 'loading' : 'local',
      problem: '',
      selected: undefined,
      draft: undefined,
      shown: true,
    });
    this.#session = session;
    if (kept) void this.#read();
  }

  /** Changes the caller's marks. `lasting` is false while a point is being dragged: only the end can be undone. */
  change(own: readonly Annotation[], lasting = true): void {
    if (lasting) this.remember();
    this.#show(own);
  }

  /** The state that «undo» comes back to. */
  remember(): void {
    this.#past = [...this.#past, this.get().own].slice(-UNDONE_AT_MOST);
    this.#future = [];
  }

  put(annotation: Annotation, lasting = true): void {
    const { own } = this.get();
    const isKnown = own.some(({ markID }) => markID === annotation.markID);
    this.change(
      isKnown
        ? own.map((one) => (one.markID === annotation.markID ? annotation : one))
        : [...own, annotation],
      lasting,
    );
  }

  remove(markID: string): void {
    this.change(this.get().own.filter((annotation) => annotation.markID !== markID));
    this.set({ selected: undefined });
  }

  undo = (): void => this.#step(this.#past, this.#future);
  redo = (): void => this.#step(this.#future, this.#past);

  /** After a 409: what the other window has kept is taken, and this window's new marks are added. */
  async mergeAndSave(): Promise<void> {
    const mine = this.get().own;
    await this.#read();
    const theirs = this.get().own;
    const known = new Set(theirs.map(({ markID }) => markID));
    this.change([...theirs, ...mine.filter(({ markID }) => !known.has(markID))]);
  }

  /** Now, and not a moment later: the view is being closed. */
  flush(): void {
    if (this.#dirty) void this.#save();
  }

  close(): void {
    this.flush();
    clearTimeout(this.#timer);
  }

  #step(from: (readonly Annotation[])[], to: (readonly Annotation[])[]): void {
    const own = from.pop();
    if (!own) return;
    to.push(this.get().own);
    this.#show(own);
    this.set({ selected: undefined });
  }

  #show(own: readonly Annotation[]): void {
    this.set({ own });
    if (this.get().saving === 'local' || this.get().saving === 'conflict') return;
    this.#dirty = true;
    this.set({ saving: 'saving' });
    this.#later(SAVE_AFTER_MS);
  }

  async #read(): Promise<void> {
    try {
      const { revision, authors } = await this.#session.annotations();
      this.#revision = revision;
      const own = authors.filter((author) => author.own).flatMap(({ marks }) => marks);
      // what was drawn while the answer was on its way stays
      const drawn = this.#dirty ? this.get().own : [];
      this.set({
        own: [
          ...own,
          ...drawn.filter(({ markID }) => !own.some((annotation) => annotation.markID === markID)),
        ],
        others: authors.filter((author) => !author.own),
        saving: this.#dirty ? 'saving' : 'saved',
      });
    } catch (reason) {
      this.set({ saving: 'failed', problem: explain(reason) });
    }
  }

  #later(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#save(), waitMs);
  }

  async #save(): Promise<void> {
    if (this.#sending) return this.#later(SAVE_AFTER_MS);
    this.#sending = true;
    this.#dirty = false;
    try {
      const { revision } = await this.#session.saveAnnotations(this.#revision, [...this.get().own]);
      this.#revision = revision;
      if (!this.#dirty) this.set({ saving: 'saved', problem: '' });
    } catch (reason) {
      this.#dirty = true;
      const isConflict = reason instanceof CallProblem && reason.status === 409;
      this.set({ saving: isConflict ? 'conflict' : 'failed', problem: explain(reason) });
      const isSilence = reason instanceof CallProblem && (reason.status ?? 500) >= 500;
      if (isSilence) this.#later(SAVE_AGAIN_MS);
    } finally {
      this.#sending = false;
    }
  }
}
