import type { BodyOf, ResponseOf } from '@snimok/contract/platform/endpoint';
import type { saveReportDraft } from '@snimok/contract/reporting/report-drafts';
import { isTemporary } from '../../../../shared/calls/call.ts';
import { changeOf, type EditedPart, isShownOtherwise, type Kind, mergePart, type Value } from './parts.ts';
import type { ReportDraft } from '../queries.ts';

type Changes = BodyOf<typeof saveReportDraft>;
type Saved = ResponseOf<typeof saveReportDraft>;
type Draft = Pick<ReportDraft, 'draftUUID' | 'version' | 'changedAt' | 'parts'>;

export interface DraftState {
  /** in the order of the draft */
  parts: readonly EditedPart[];
  draftUUID: string | undefined;
  /** the version of the draft that the server has */
  version: number;
  /** the version of the draft as it is shown; lower than `version` until a colleague's change arrives */
  seenVersion: number;
  /** how often changes of colleagues have arrived */
  arrivals: number;
  savedAt: string;
  /** `waiting`: no connection, the text is kept in this browser and sent later; `refused`: a repetition would fail again */
  saving: 'saved' | 'saving' | 'waiting' | 'refused';
  failure: unknown;
}

/** Stores unsent changes, so that they outlive the page. */
interface Keeper {
  find: () => string | null;
  save: (text: string) => void;
  remove: () => void;
}

const SAVE_DELAY_MS = 800;
const RETRY_DELAY_MS = 3000;
/** How many sent values of one part are remembered until an answer arrives. */
const MOST_SENT = 20;

type Kept = Pick<EditedPart, 'kind' | 'part' | 'value' | 'version' | 'sent'>;

const readKept = (text: string | null): Pick<DraftState, 'draftUUID' | 'parts'> => {
  const nothing = { draftUUID: undefined, parts: [] };
  if (text === null) return nothing;
  try {
    const { draftUUID, parts } = JSON.parse(text) as { draftUUID?: string; parts: Kept[] };
    return { draftUUID, parts: parts.map((part) => ({ ...part, isDirty: true })) };
  } catch {
    return nothing;
  }
};

/** Changes typed for another draft are based on version 0 of this one, so they overwrite no text of it. */
const rebased = (parts: readonly EditedPart[]): EditedPart[] =>
  parts
    .filter(({ isDirty }) => isDirty)
    .map(({ kind, part, value }) => ({ kind, part, value, version: 0, isDirty: true }));

/**
 * The draft of a report as this window edits it. A change is shown at once and saved after a short delay. What a
 * colleague saves in other parts appears here. A part that both have changed keeps both texts until the user decides.
 */
export class DraftStore {
  #state: DraftState;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** while a request is on its way */
  #sending: Promise<void> | undefined;
  /** a draft that arrived while a request was on its way; it may or may not contain the changes of that request */
  #received: Draft | undefined;
  readonly #send: (changes: Changes) => Promise<Saved>;
  readonly #keeper: Keeper;

  constructor(send: (changes: Changes) => Promise<Saved>, keeper: Keeper) {
    this.#send = send;
    this.#keeper = keeper;
    this.#state = {
      ...readKept(keeper.find()),
      version: 0,
      seenVersion: 0,
      arrivals: 0,
      savedAt: '',
      saving: 'saved',
      failure: undefined,
    };
  }

  get = (): DraftState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Merges the draft of the server into the edited one. */
  receive(draft: Draft): void {
    const { draftUUID, version } = draft;
    const isOther = draftUUID !== this.#state.draftUUID;
    if (!isOther && version < this.#state.version) return;
    if (this.#sending) {
      this.#received = draft;
      return;
    }
    const edited = isOther ? rebased(this.#state.parts) : this.#state.parts;
    const mine = new Map(edited.map((part) => [part.part, part]));
    const known = new Set(draft.parts.map(({ part }) => part));
    const parts = [
      ...draft.parts.map((theirs) => mergePart(mine.get(theirs.part), theirs)),
      // added here and not saved yet
      ...edited.filter(({ part, isDirty }) => isDirty && !known.has(part)),
    ];
    const hasArrived = isOther || parts.some((one) => isShownOtherwise(one, mine.get(one.part)));
    const arrivals = this.#state.arrivals + (hasArrived ? 1 : 0);
    if (isOther) this.#set({ saving: 'saved', failure: undefined });
    this.#set({ draftUUID, parts, version, seenVersion: version, arrivals, savedAt: draft.changedAt });
    if (this.#unsaved().length > 0 && this.#state.saving !== 'refused') this.#saveIn(SAVE_DELAY_MS);
  }

  change(kind: Kind, part: string, value: Value): void {
    const before = this.#state.parts.find((one) => one.part === part);
    const changed: EditedPart = { ...(before ?? { version: 0 }), kind, part, value, isDirty: true };
    const parts = before
      ? this.#state.parts.map((one) => (one === before ? changed : one))
      : [...this.#state.parts, changed];
    this.#set({ parts, saving: 'saving' });
    this.#saveIn(SAVE_DELAY_MS);
  }

  /** Decides about a part that a colleague has changed too. */
  resolve(part: string, choice: 'mine' | 'theirs'): void {
    const parts = this.#state.parts.map((one): EditedPart => {
      if (one.part !== part || !one.conflict) return one;
      const { version, value } = one.conflict;
      if (choice === 'theirs') return { kind: one.kind, part, value, version, isDirty: false };
      return { ...one, version, conflict: undefined, isDirty: true };
    });
    this.#set({ parts });
    this.#saveIn(0);
  }

  /** Saves what is unsaved; resolves when the answer has come. False if something could not be saved. */
  async flush(): Promise<boolean> {
    await this.#sending;
    clearTimeout(this.#timer);
    if (this.#unsaved().length > 0) await this.#save();
    return this.#state.parts.every(({ isDirty }) => !isDirty);
  }

  /** Called when the page is left: what is not saved stays in this browser. */
  close(): void {
    if (this.#unsaved().length > 0 && this.#state.saving !== 'refused') void this.#save();
    clearTimeout(this.#timer);
  }

  /** Called after the report was signed or the draft deleted. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#set({ parts: this.#state.parts.map((part) => ({ ...part, isDirty: false, conflict: undefined })) });
  }

  #unsaved = (): EditedPart[] => this.#state.parts.filter(({ isDirty, conflict }) => isDirty && !conflict);

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    const kept = this.#state.parts.filter(({ isDirty }) => isDirty);
    if (kept.length === 0) this.#keeper.remove();
    else
      this.#keeper.save(
        JSON.stringify({
          draftUUID: this.#state.draftUUID,
          parts: kept.map(({ kind, part, value, version, sent }): Kept => ({
            kind,
            part,
            value,
            version,
            sent,
          })),
        }),
      );
    for (const listener of this.#listeners) listener();
  }

  #saveIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), delayMs);
  }

  async #save(): Promise<void> {
    const unsaved = this.#unsaved();
    if (unsaved.length === 0) {
      if (this.#state.saving === 'saving') this.#set({ saving: 'saved' });
      return;
    }
    if (this.#sending) return this.#saveIn(SAVE_DELAY_MS);
    this.#sending = this.#request(unsaved);
    await this.#sending;
  }

  async #request(unsaved: readonly EditedPart[]): Promise<void> {
    const sent = new Map(unsaved.map(({ part, value }) => [part, value]));
    this.#set({
      saving: 'saving',
      parts: this.#state.parts.map((one) =>
        sent.has(one.part) ? { ...one, sent: [...(one.sent ?? []), one.value].slice(-MOST_SENT) } : one,
      ),
    });
    try {
      const { draftUUID } = this.#state;
      const changes = unsaved.map(changeOf);
      this.#accept(await this.#send({ ...(draftUUID && { draftUUID }), changes }), sent);
    } catch (failure) {
      const isLater = isTemporary(failure);
      this.#set({ saving: isLater ? 'waiting' : 'refused', failure });
      if (isLater) this.#saveIn(RETRY_DELAY_MS);
    } finally {
      this.#sending = undefined;
      const received = this.#received;
      this.#received = undefined;
      if (received) this.receive(received);
    }
  }

  #accept({ version, savedAt, saved, conflicts }: Saved, sent: ReadonlyMap<string, Value>): void {
    const versions = new Map(saved.map((one) => [one.part, one.version]));
    const theirs = new Map(conflicts.map((one) => [one.part, one]));
    const hasStored = this.#state.parts.some((one) => (versions.get(one.part) ?? 0) > one.version);
    // if the version has grown by more than the own change, the page does not show a colleague's change yet
    const isOwn = version === this.#state.seenVersion + 1 && hasStored;
    const parts = this.#state.parts.map((one): EditedPart => {
      const conflict = theirs.get(one.part);
      if (conflict) return mergePart(one, conflict);
      const stored = versions.get(one.part);
      if (stored === undefined) return one;
      // whether the user has typed on while the request was on its way
      const isDirty = one.value !== sent.get(one.part);
      return { ...one, version: stored, isDirty, sent: undefined };
    });
    const seenVersion = isOwn ? version : this.#state.seenVersion;
    this.#set({ parts, version, seenVersion, savedAt, failure: undefined, saving: 'saved' });
    if (this.#unsaved().length > 0) {
      this.#set({ saving: 'saving' });
      this.#saveIn(SAVE_DELAY_MS);
    }
  }
}
