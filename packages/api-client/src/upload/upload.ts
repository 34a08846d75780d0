import { isOffline } from '../transfer/connectivity.ts';
import { planResume } from './resume-plan.ts';
import { startProgress, type Progress } from './progress.ts';
import { retry } from '../transfer/retry.ts';
import { sendBundles } from '../bundles/send-bundles.ts';
import { sendFiles } from './send-files.ts';
import type { Piece, TransferObserver } from '../transfer/transfer-observer.ts';
import { SendProblem, sentenceOf } from '../transfer/send-problem.ts';
import {
  type ConfirmedPeople,
  type FailedFile,
  type FileSource,
  type FileToSend,
  type IfRepeated,
  type StartedUpload,
  totalBytes,
  type Upload,
  type UploadApi,
} from '../transfer/upload-api.ts';

/**
 * `starting` → `sending` → `completing` → `completed`; from any of them `failed` (the user has to decide) or
 * `cancelled`.
 */
type Stage = 'starting' | 'sending' | 'completing' | 'completed' | 'failed' | 'cancelled';

export interface UploadSnapshot {
  stage: Stage;
  /** null until the server has answered */
  uploadUUID: string | null;
  progress: Progress;
  filesTotal: number;
  filesDone: number;
  /** files that the server had before this upload started */
  filesAlreadyStored: number;
  /** files waiting for their next attempt */
  filesRetrying: number;
  failed: FailedFile[];
  offline: boolean;
  /** Russian sentence for the user after a failure */
  problem: string | null;
  /** HTTP status that ended the upload; null without a response */
  status: number | null;
  /** the server's final response */
  answer: Upload | null;
}

export interface UploadRequest<Source extends FileSource> {
  studyID: number;
  files: FileToSend<Source>[];
  /** names of files uploaded earlier that stay in the study although they are not among the chosen files */
  keep: string[];
  /** a person decides, unless stated otherwise */
  ifRepeated?: IfRepeated;
  confirmed?: ConfirmedPeople | undefined;
}

/** Frequent enough for a live display, rare enough to cost nothing. */
const UPDATE_INTERVAL_MS = 250;
const TRIES = 12;

/** One upload of one study. Listeners are called after each change of `snapshot`. */
class UploadRun<Source extends FileSource> {
  readonly studyID: number;
  readonly #request: UploadRequest<Source>;
  readonly #api: UploadApi<Source>;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  /** what waits for its next attempt */
  readonly #retrying = new Set<Piece>();
  #progress: ReturnType<typeof startProgress>;
  #highestShare = 0;
  #snapshot: UploadSnapshot;
  #running: Promise<void>;

  constructor(request: UploadRequest<Source>, api: UploadApi<Source>, now: () => number) {
    this.studyID = request.studyID;
    this.#request = request;
    this.#api = api;
    this.#now = now;
    this.#progress = startProgress(totalBytes(request.files), 0, now);
    this.#snapshot = {
      stage: 'starting',
      uploadUUID: null,
      progress: this.#progress.read(),
      filesTotal: request.files.length,
      filesDone: 0,
      filesAlreadyStored: 0,
      filesRetrying: 0,
      failed: [],
      offline: isOffline(),
      problem: null,
      status: null,
      answer: null,
    };
    this.#running = this.#run();
  }

  get snapshot(): UploadSnapshot {
    return this.#snapshot;
  }

  /** Resolves when the upload has stopped, for whatever reason. */
  get stopped(): Promise<void> {
    return this.#running;
  }

  /** Bound, so that React can call it as a function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly cancel = (): void => this.#abort.abort();

  /** Called after a failure: requests the list of stored files and sends the missing ones. */
  readonly retry = (): Promise<void> => {
    if (this.#snapshot.stage === 'failed') this.#running = this.#run();
    return this.#running;
  };

  async #run(): Promise<void> {
    const timer = setInterval(() => this.#update(), UPDATE_INTERVAL_MS);
    try {
      this.#update({ stage: 'starting', failed: [], problem: null, status: null });
      const started = await this.#retried(() => this.#api.start(this.studyID));
      if (started.status !== 'uploading') return this.#update({ stage: 'completed', answer: started });
      await this.#confirm(started);
      const failed = await this.#sendMissing(started);
      if (failed.length > 0) return this.#update({ stage: 'failed', failed });
      this.#update({ answer: await this.#complete(started.uploadUUID), stage: 'completed' });
    } catch (problem) {
      if (this.#abort.signal.aborted) this.#update({ stage: 'cancelled' });
      else if (isConflict(problem)) this.#update({ stage: 'completed' });
      else this.#update({ stage: 'failed', problem: sentenceOf(problem), status: statusOf(problem) });
    } finally {
      clearInterval(timer);
    }
  }

  /** Sends the decision about another patient before the first file, so that the server does not hold the upload. */
  async #confirm({ uploadUUID }: StartedUpload): Promise<void> {
    const { confirmed } = this.#request;
    if (confirmed) await this.#retried(async () => this.#api.confirm?.(uploadUUID, confirmed));
  }

  async #sendMissing({ uploadUUID, files: registered }: StartedUpload): Promise<FailedFile[]> {
    const { files } = this.#request;
    const { stored, missing } = planResume(files, registered);
    this.#progress = startProgress(totalBytes(files), totalBytes(stored), this.#now);
    this.#retrying.clear();
    this.#update({
      stage: 'sending',
      uploadUUID,
      filesAlreadyStored: stored.length,
      filesDone: stored.length,
    });
    const { signal } = this.#abort;
    const portal = this.#api;
    const sending = { uploadUUID, signal, watcher: this.#observer() };
    const { failed, left } = portal.bundling
      ? await sendBundles({ ...sending, bundling: portal.bundling, files: missing, now: this.#now })
      : { failed: [], left: missing };
    return [...failed, ...(await sendFiles({ ...sending, portal, files: left }))];
  }

  async #complete(uploadUUID: string): Promise<Upload> {
    this.#update({ stage: 'completing' });
    const { ifRepeated = 'hold' } = this.#request;
    const finalFiles = [...this.#request.files.map(({ filename }) => filename), ...this.#request.keep];
    try {
      return await this.#retried(() => this.#api.complete(uploadUUID, finalFiles, ifRepeated));
    } catch (problem) {
      // The response to an earlier attempt was lost, or another tab was faster: the server is processing the
      // upload.
      if (!isConflict(problem)) throw problem;
      return { uploadUUID, status: 'processing', error: null, progress: null };
    }
  }

  #observer(): TransferObserver {
    const progress = this.#progress;
    return {
      moved: (piece, bytes) => progress.moved(piece, bytes),
      again: (piece) => {
        progress.again(piece);
        this.#retrying.add(piece);
      },
      gaveUp: (piece) => {
        progress.forget(piece);
        this.#retrying.delete(piece);
      },
      arrived: (piece) => {
        progress.done(piece);
        this.#retrying.delete(piece);
      },
      alreadyStored: (bytes) => progress.there(bytes),
      done: (files) => {
        this.#snapshot = { ...this.#snapshot, filesDone: this.#snapshot.filesDone + files };
      },
      toPack: (bytes) => progress.toPack(bytes),
      packed: (piece) => progress.packed(piece),
    };
  }

  #update(change: Partial<UploadSnapshot> = {}): void {
    const progress = this.#progress.read();
    this.#highestShare = Math.max(this.#highestShare, progress.share);
    this.#snapshot = {
      ...this.#snapshot,
      progress: { ...progress, share: this.#highestShare },
      filesRetrying: new Set([...this.#retrying].flatMap(({ filenames }) => filenames)).size,
      offline: isOffline(),
      ...change,
    };
    for (const listener of this.#listeners) listener();
  }

  #retried<T>(operation: () => Promise<T>): Promise<T> {
    return retry(operation, { signal: this.#abort.signal, tries: TRIES });
  }
}

export type RunningUpload = Pick<
  UploadRun<FileSource>,
  'studyID' | 'snapshot' | 'stopped' | 'subscribe' | 'cancel' | 'retry'
>;

/** Starts an upload. `now` is a monotonic clock in milliseconds. */
export const runUpload = <Source extends FileSource>(
  request: UploadRequest<Source>,
  api: UploadApi<Source>,
  now: () => number = () => performance.now(),
): RunningUpload => new UploadRun(request, api, now);

const statusOf = (problem: unknown) => (problem instanceof SendProblem ? problem.status : null);
const isConflict = (problem: unknown) => statusOf(problem) === 409;
