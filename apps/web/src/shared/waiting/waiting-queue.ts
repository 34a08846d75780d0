import type { QueryKey } from '@tanstack/react-query';
import { CallProblem, isTemporary } from '../calls/call.ts';
import { connection } from '../connection/connection.ts';
import { explain } from '../calls/explain.ts';
import { queryClient } from '../calls/query-client.ts';
import { findSession } from '../session/session.ts';
import {
  findSaved,
  listNames,
  onSavedElsewhere,
  ownerOfStorage,
  removeSaved,
  save,
} from '../storage/user-storage.ts';
import { CANCELLED, NotSent, WAITED_LONG } from '../calls/not-sent.ts';

interface Attempt<Input> {
  /** the server executes requests with the same id once */
  uuid: string;
  /** replaces the input of the next attempt */
  change(input: Input): void;
}

/** A kind of request that may be sent later than the person has asked for it. */
export interface WaitingKind<Input, Answer> {
  /** in the browser's storage */
  name: string;
  /** what the request does, for the list of those that wait */
  title(input: Input): string;
  run(input: Input, attempt: Attempt<Input>): Promise<Answer>;
  /** Requests of one lane are sent one after another; by default each has its own. */
  lane?(input: Input): string;
  /** the queries whose data it changes */
  refreshes: QueryKey[];
  /** what a notice says if the form has been left before the answer; without it there is no notice */
  done?(input: Input): string;
}

export type AnyKind = WaitingKind<never, unknown>;

/** A request without an answer. */
export interface WaitingRequest {
  /** the same at every attempt */
  uuid: string;
  kind: string;
  input: unknown;
  since: string;
  /** `answered` is seen only by other tabs, which must not take the request for cancelled */
  state: 'sending' | 'failed' | 'answered';
  /** why it failed */
  problem?: string;
}

/** The form that has made a request. */
interface Form {
  /** it shows the answer */
  isShown: boolean;
  resolve: (answer: unknown) => void;
  reject: (reason: unknown) => void;
  onChange: (input: never) => void;
}

const PREFIX = 'waiting:';
/** Where a request is saved in the user's storage. */
export const waitingNameOf = (uuid: string) => PREFIX + uuid;
/** The server keeps the answers of request ids for a day; later, a repetition could be executed a second time. */
const SENT_ALONE_MS = 20 * 3600_000;
/** Another tab that has saved a request has usually sent it by then. */
const OTHER_TAB_MS = 5_000;

/**
 * Requests that are sent as soon as there is a connection. Until they are answered or cancelled, they are saved in this
 * browser, so that they outlive their page: encrypted, and removed at the sign-out.
 */
export class WaitingQueue {
  readonly #kinds = new Map<string, AnyKind>();
  readonly #notify: (sentence: string, failed: boolean) => void;
  readonly #listeners = new Set<() => void>();
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #forms = new Map<string, Form>();
  readonly #answeredElsewhere = new Set<string>();
  #isOpen = false;
  requests: WaitingRequest[] = [];

  /** `notify` reports the result of a request whose form has been left. */
  constructor(notify: (sentence: string, failed: boolean) => void) {
    this.#notify = notify;
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Sends what earlier pages have left, of these kinds. To be called when the user's storage is open. */
  open(kinds: AnyKind[]) {
    if (this.#isOpen) return;
    this.#isOpen = true;
    for (const kind of kinds) this.#kinds.set(kind.name, kind);
    for (const name of listNames(PREFIX)) this.#admit(findSaved(name));
    onSavedElsewhere(PREFIX, (name) => this.#changedElsewhere(name));
  }

  #changedElsewhere(name: string) {
    const uuid = name.slice(PREFIX.length);
    const saved = findSaved(name);
    if (saved === null) {
      // a form of this page gets the answer to its own attempt
      if (!(this.#answeredElsewhere.has(uuid) && this.#forms.has(uuid))) this.#forget(uuid);
    } else if ((JSON.parse(saved) as WaitingRequest).state === 'answered') this.#answeredElsewhere.add(uuid);
    else setTimeout(() => this.#admit(findSaved(name)), OTHER_TAB_MS);
  }

  titleOf = ({ kind, input }: WaitingRequest) => this.#kinds.get(kind)?.title(input as never) ?? '';

  /** Sends a request without a form that waits for the answer. */
  add<Input>(kind: WaitingKind<Input, unknown>, input: Input, uuid: string) {
    this.#kinds.set(kind.name, kind);
    const since = new Date().toISOString();
    const request = { uuid, kind: kind.name, input, since, state: 'sending' as const };
    this.#save(request);
    this.#set([...this.requests, request]);
    this.#sendInLane(request);
  }

  /**
   * Sends a request of a form.
   * @throws NotSent if it would have to wait, and this browser cannot save it
   */
  start<Input, Answer>(
    kind: WaitingKind<Input, Answer>,
    input: Input,
    uuid: string,
    onChange: (input: Input) => void = () => undefined,
  ): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.add(kind, input, uuid);
    if (connection.lost && findSaved(waitingNameOf(uuid)) === null) {
      this.discard(uuid);
      return Promise.reject(new NotSent());
    }
    this.#forms.set(uuid, { resolve: resolve as (answer: unknown) => void, reject, onChange, isShown: true });
    return promise;
  }

  /** The form is no longer there to show the answer. */
  left(uuid: string) {
    const form = this.#forms.get(uuid);
    if (form) form.isShown = false;
  }

  /** Tries at once. */
  retry(uuid: string) {
    const request = this.#find(uuid);
    if (request?.state === 'failed') {
      const { problem: _problem, ...again } = request;
      this.#sendInLane(this.#replace({ ...again, state: 'sending' }));
    } else void connection.check();
  }

  /** Removes a request that has been answered or that the person no longer wants. */
  discard(uuid: string) {
    if (!this.#find(uuid)) return;
    removeSaved(waitingNameOf(uuid));
    this.#forget(uuid);
  }

  #forget(uuid: string) {
    this.#set(this.requests.filter((one) => one.uuid !== uuid));
    this.#forms.get(uuid)?.reject(new CallProblem(undefined, CANCELLED));
    this.#forms.delete(uuid);
  }

  /** Takes over a saved request, unless another version of the page has saved a kind that this one does not know. */
  #admit(saved: string | null) {
    if (saved === null) return;
    const request = JSON.parse(saved) as WaitingRequest;
    if (!this.#kinds.get(request.kind) || request.state === 'answered' || this.#find(request.uuid)) return;
    this.#set([...this.requests, request].toSorted((a, b) => a.since.localeCompare(b.since)));
    if (request.state !== 'sending') return;
    if (Date.now() - Date.parse(request.since) > SENT_ALONE_MS) this.#fail(request, WAITED_LONG);
    else this.#sendInLane(request);
  }

  #sendInLane(request: WaitingRequest) {
    const lane = this.#kinds.get(request.kind)?.lane?.(request.input as never) ?? request.uuid;
    const before = this.#lanes.get(lane) ?? Promise.resolve();
    this.#lanes.set(
      lane,
      before.then(() => this.#deliver(request.uuid)),
    );
  }

  async #deliver(uuid: string): Promise<void> {
    await connection.untilFound();
    const request = this.#find(uuid);
    // another person may have signed in meanwhile in another tab: this page is about to be loaded again
    const user = findSession()?.userID;
    if (!request || (user !== undefined && user !== ownerOfStorage())) return;
    const change = (input: unknown) => {
      if (!this.#find(uuid)) return;
      this.#save(this.#replace({ ...request, input }));
      this.#forms.get(uuid)?.onChange(input as never);
    };
    try {
      const kind = this.#kinds.get(request.kind)!;
      const answer = await kind.run(request.input as never, { uuid, change });
      await this.#answered(request, kind, answer);
    } catch (reason) {
      if (isTemporary(reason) && (await connection.check())) return this.#deliver(uuid);
      // the page is loaded again, and the request is sent after the next sign-in
      if (reason instanceof CallProblem && reason.status === 401) return;
      this.#refused(request, reason);
    }
  }

  async #answered(request: WaitingRequest, kind: WaitingKind<never, unknown>, answer: unknown) {
    const form = this.#forms.get(request.uuid);
    this.#forms.delete(request.uuid);
    if (this.#find(request.uuid)) {
      this.#save({ ...request, state: 'answered' });
      this.discard(request.uuid);
    }
    await Promise.all(kind.refreshes.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    const sentence = kind.done?.(request.input as never);
    form?.resolve(answer);
    if (sentence && !form?.isShown) this.#notify(sentence, false);
  }

  #refused(request: WaitingRequest, reason: unknown) {
    const form = this.#forms.get(request.uuid);
    this.#forms.delete(request.uuid);
    if (form?.isShown) this.discard(request.uuid);
    else this.#fail(request, explain(reason));
    form?.reject(reason);
  }

  #fail(request: WaitingRequest, problem: string) {
    if (!this.#find(request.uuid)) return;
    this.#save(this.#replace({ ...request, state: 'failed', problem }));
    if (this.#kinds.get(request.kind)?.done)
      this.#notify(`Не выполнено: ${this.titleOf(request)}. ${problem}`, true);
  }

  #find = (uuid: string) => this.requests.find((one) => one.uuid === uuid);

  #save = (request: WaitingRequest) => save(waitingNameOf(request.uuid), JSON.stringify(request));

  #replace(request: WaitingRequest): WaitingRequest {
    this.#set(this.requests.map((one) => (one.uuid === request.uuid ? request : one)));
    return request;
  }

  #set(requests: WaitingRequest[]) {
    this.requests = requests;
    for (const listener of this.#listeners) listener();
  }
}
