import { CallProblem } from '@snimok/api-client/call';
import { History, type Step } from '../state/history.ts';
import { Store } from '../state/store.ts';
import type { ViewerSession } from '../study/viewer-session.ts';
import type { Annotation } from './annotation.ts';
import { DEFAULT_PLAN, type Plan, withLandmarks } from './plan.ts';

/** `local`: the viewer session may not save annotations, so they exist until the page is closed. */
type Saving = 'loading' | 'saved' | 'saving' | 'local' | 'conflict' | 'failed';

export interface AnnotationsState {
  own: readonly Annotation[];
  /** by author, as the API returns them */
  others: readonly { authorName: string; marks: readonly Annotation[]; plan?: Plan | undefined }[];
  /** the author's own settings; until she has any, those of the author who saved last */
  plan: Plan;
  /** false while the saved annotations and plan are being read for the first time */
  isRead: boolean;
  saving: Saving;
  /** why the last call failed; undefined after a successful save */
  failure: unknown;
  /** `markID` of the selected annotation */
  selected: string | undefined;
  /** the annotation being drawn; its last point follows the pointer */
  draft: Annotation | undefined;
  /** the drawing that Escape has dropped, until something else is drawn or chosen */
  dropped?: Annotation | undefined;
  shown: boolean;
  /** shown instead of all annotations until an annotation is changed; nothing in it can be selected */
  version?: AnnotationVersion | undefined;
}

export type DrawnAnnotations = Pick<
  AnnotationsState,
  'own' | 'others' | 'plan' | 'selected' | 'draft' | 'shown' | 'version'
>;

/** An author's annotations as they were before a change. */
interface AnnotationVersion {
  authorName: string;
  own: boolean;
  savedAt: string;
  marks: readonly Annotation[];
  /** the present plan with the landmarks of the version; undefined if the version does not state them */
  plan: Plan | undefined;
}

const SAVE_DELAY_MS = 800;
const RETRY_DELAY_MS = 5000;

interface Closing {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** What a step of the undo history restores. */
type Drawn = Pick<AnnotationsState, 'own' | 'plan'>;

/**
 * The annotations of a study. A change is shown at once, and saved after a short delay together with the revision that
 * was read last.
 */
export class AnnotationsStore extends Store<AnnotationsState> {
  #session: ViewerSession;
  #revision = 0;
  #timer = 0;
  #sending = false;
  #dirty = false;
  /** set when the viewer is closed before everything is saved */
  #closing: Closing | undefined;
  /** whether `plan` has to be saved; otherwise the server keeps the saved plan */
  #planChanged = false;
  /** the undo history of annotations, and of everything else that the user changes in an opened series */
  readonly history = new History();

  constructor(session: ViewerSession, can: { mark: boolean; seeMarks: boolean }) {
    super({
      own: [],
      others: [],
      plan: DEFAULT_PLAN,
      isRead: !can.mark && !can.seeMarks,
      saving: can.mark ? 'loading' : 'local',
      failure: undefined,
      selected: undefined,
      draft: undefined,
      shown: true,
      version: undefined,
    });
    this.#session = session;
    if (can.mark) void this.#read();
    else if (can.seeMarks) void this.#readOthers();
  }

  /** Adds the current annotations to the undo history. */
  remember(): void {
    const { own, plan } = this.get();
    this.history.remember(this.#restoring({ own, plan }));
  }

  /** `undoable` is false for the intermediate steps of a drag. */
  changePlan(change: Partial<Plan>, undoable = true): void {
    if (undoable) this.remember();
    const { own, plan } = this.get();
    this.#apply({ own, plan: { ...plan, ...change } });
  }

  /**
   * Adds or replaces an annotation. `undoable` is false for the intermediate steps of a drag or of typing.
   */
  put(given: Annotation, undoable = true): void {
    const { own } = this.get();
    // the server sets the time when it receives the change
    const { changedAt: _changedAt, ...annotation } = given;
    const exists = own.some(({ markID }) => markID === annotation.markID);
    this.#change(
      exists ? own.map((one) => (one.markID === annotation.markID ? annotation : one)) : [...own, annotation],
      undoable,
    );
  }

  remove(markID: string): void {
    this.#change(this.get().own.filter((annotation) => annotation.markID !== markID));
    this.set({ selected: undefined });
  }

  /** The earlier versions of all authors; undefined for a session that may not save annotations. */
  get versions(): ViewerSession['annotationVersions'] | undefined {
    return this.get().saving === 'local' ? undefined : this.#session.annotationVersions;
  }

  async showVersion(versionID: string): Promise<void> {
    const { plan, ...found } = await this.#session.annotationVersion(versionID);
    const version = { ...found, plan: plan && withLandmarks(this.get().plan, plan) };
    this.set({ version, selected: undefined, shown: true });
  }

  /**
   * Replaces the author's annotations and landmarks by those of the shown version; this can be undone like any other
   * change.
   */
  restoreVersion(): void {
    const { version, plan } = this.get();
    if (!version?.own) return;
    this.remember();
    this.#apply({ own: version.marks, plan: version.plan ?? plan });
  }

  undo = (): void => this.history.undo();
  redo = (): void => this.history.redo();

  /**
   * Resolves a 409: takes what another window has saved and adds the annotations that only this window has.
   */
  async mergeAndSave(): Promise<void> {
    const mine = this.get().own;
    await this.#read();
    const saved = this.get().own;
    const savedIDs = new Set(saved.map(({ markID }) => markID));
    this.#change([...saved, ...mine.filter(({ markID }) => !savedIDs.has(markID))]);
  }

  /** Saves pending changes now, because the page may be about to end; the request outlives the page. */
  flush(): void {
    if (this.#dirty && !this.#sending) void this.#save({ keepalive: true });
  }

  /** Whether there are changes that `flush` cannot save, so that they would be lost if the page were closed. */
  get needsPage(): boolean {
    const { saving } = this.get();
    return this.#dirty && (this.#sending || saving === 'failed' || saving === 'conflict');
  }

  /**
   * Called when the viewer is closed. Changes that are not saved yet are still saved, also after failures: the returned
   * promise resolves when they are saved, and rejects if they cannot be saved. Undefined if there are no such changes.
   */
  close(): Promise<void> | undefined {
    clearTimeout(this.#timer);
    if (!this.#dirty && !this.#sending) return undefined;
    return new Promise((resolve, reject) => {
      this.#closing = { resolve, reject };
      if (!this.#sending) this.#continueClosing();
    });
  }

  /** Resolves or rejects the promise of `close`, or tries again to save. */
  #continueClosing(): void {
    const { saving, failure } = this.get();
    if (!this.#dirty) this.#closing?.resolve();
    else if (saving === 'conflict') void this.mergeAndSave();
    else if (saving !== 'failed' || mayRecover(failure))
      this.#saveIn(saving === 'failed' ? RETRY_DELAY_MS : 0);
    else this.#closing?.reject(failure);
  }

  #change(own: readonly Annotation[], undoable = true): void {
    if (undoable) this.remember();
    this.#apply({ own, plan: this.get().plan });
  }

  #restoring(drawn: Drawn): Step {
    return () => {
      const { own, plan } = this.get();
      this.#apply(drawn);
      this.set({ selected: undefined });
      return this.#restoring({ own, plan });
    };
  }

  #apply(drawn: Drawn): void {
    if (drawn.plan !== this.get().plan) this.#planChanged = true;
    this.set({ ...drawn, version: undefined });
    if (this.get().saving === 'local' || this.get().saving === 'conflict') return;
    this.#dirty = true;
    this.set({ saving: 'saving' });
    this.#saveIn(SAVE_DELAY_MS);
  }

  async #read(): Promise<void> {
    try {
      const { revision, authors } = await this.#session.annotations();
      this.#revision = revision;
      const own = authors.filter((author) => author.own).flatMap(({ marks }) => marks);
      // annotations drawn during the request are not in its answer
      const drawn = this.#dirty ? this.get().own : [];
      this.set({
        own: [
          ...own,
          ...drawn.filter(({ markID }) => !own.some((annotation) => annotation.markID === markID)),
        ],
        others: authors.filter((author) => !author.own),
        ...(!this.#planChanged && planIn(authors)),
        isRead: true,
        saving: this.#dirty ? 'saving' : 'saved',
      });
    } catch (reason) {
      this.set({ isRead: true, saving: 'failed', failure: reason });
    }
  }

  /** For a session that may not save annotations: reads those of others. The session's own annotations stay local. */
  async #readOthers(): Promise<void> {
    try {
      const { authors } = await this.#session.annotations();
      this.set({ others: authors, ...(!this.#planChanged && planIn(authors)), isRead: true });
    } catch (reason) {
      this.set({ isRead: true, failure: reason });
    }
  }

  #saveIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#save(), delayMs);
  }

  async #save({ keepalive = false } = {}): Promise<void> {
    if (this.#sending) return this.#saveIn(SAVE_DELAY_MS);
    this.#sending = true;
    this.#dirty = false;
    const planChanged = this.#planChanged;
    this.#planChanged = false;
    try {
      const { own, plan } = this.get();
      const body = { revision: this.#revision, marks: [...own], ...(planChanged && { plan }) };
      const { revision } = await this.#session.saveAnnotations(body, { keepalive });
      this.#revision = revision;
      this.set({ saving: this.#dirty ? 'saving' : 'saved', failure: undefined });
    } catch (reason) {
      this.#dirty = true;
      this.#planChanged ||= planChanged;
      const isConflict = reason instanceof CallProblem && reason.status === 409;
      this.set({ saving: isConflict ? 'conflict' : 'failed', failure: reason });
      if (mayRecover(reason)) this.#saveIn(RETRY_DELAY_MS);
    } finally {
      this.#sending = false;
    }
    if (this.#closing) this.#continueClosing();
  }
}

/** Whether the same request may succeed later: there was no response, or the server failed. */
const mayRecover = (reason: unknown): boolean =>
  reason instanceof CallProblem && (reason.status ?? 500) >= 500;

/** The author's own settings, which are first in the list, otherwise the newest settings of others. */
function planIn(authors: readonly { plan?: Plan | undefined }[]): Partial<AnnotationsState> {
  const plan = authors.find((author) => author.plan !== undefined)?.plan;
  // a server of an earlier version sends no `jawArches`
  return plan ? { plan: { ...plan, jawArches: plan.jawArches ?? [] } } : {};
}
