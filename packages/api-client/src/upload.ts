import { retry } from './retry.ts';
import { isOffline } from './connectivity.ts';
import { planResume } from './resume-plan.ts';
import {
  type FileToSend,
  type UploadApi,
  type FileSource,
  type StartedUpload,
  totalBytes,
  type Upload,
} from './upload-api.ts';
import { SendProblem, sentenceOf } from './send-problem.ts';
import { type Progress, startProgress } from './progress.ts';
import { type FailedFile, sendFiles, type TransferObserver } from './send-files.ts';

/**
 * `starting` → `sending` → `completing` → `completed`; from any of them `failed` (a person is asked) or `cancelled`.
 */
export type Stage = 'starting' | 'sending' | 'completing' | 'completed' | 'failed' | 'cancelled';

export interface UploadSnapshot {
  stage: Stage;
  progress: Progress;
  filesTotal: number;
  filesDone: number;
  /** files that were on the server before this began */
  filesAlreadyStored: number;
  /** files waiting for their next try */
  filesRetrying: number;
  failed: FailedFile[];
  offline: boolean;
  /** what a person is told when it failed */
  problem: string | null;
  /** the status of the answer that ended it; null when none came */
  status: number | null;
  /** what the server answered at the end */
  answer: Upload | null;
}

export interface UploadRequest<Source extends FileSource> {
  studyID: number;
  files: FileToSend<Source>[];
  /** names uploaded earlier that stay in the study though they are not among the files chosen now */
  keep: string[];
}

/** How often the screen hears of progress: often enough to look alive, seldom enough to cost nothing. */
const TELL_EVERY_MS = 250;
const TRIES = 12;

export type RunningUpload = ReturnType<typeof runUpload>;

/** One upload of one study. It knows nothing of the screen: it tells whoever listens. */
export function runUpload<Source extends FileSource>(
  order: UploadRequest<Source>,
  portal: UploadApi<Source>,
  now: () => number = () => performance.now(),
) {
  const { studyID, files, keep } = order;
  const listeners = new Set<() => void>();
  const stop = new AbortController();
  const { signal } = stop;
  /** what is waiting for its next try, and whose it is */
  const again = new Map<string, string>();
  let progress = startProgress(totalBytes(files), 0, now);
  let lowestShare = 0;
  let view: UploadSnapshot = {
    stage: 'starting',
    progress: progress.read(),
    filesTotal: files.length,
    filesDone: 0,
    filesAlreadyStored: 0,
    filesRetrying: 0,
    failed: [],
    offline: isOffline(),
    problem: null,
    status: null,
    answer: null,
  };

  function tell(change: Partial<UploadSnapshot> = {}) {
    const read = progress.read();
    lowestShare = Math.max(lowestShare, read.share);
    view = {
      ...view,
      progress: { ...read, share: lowestShare },
      filesRetrying: new Set(again.values()).size,
      offline: isOffline(),
      ...change,
    };
    for (const listener of listeners) listener();
  }

  const watcher: TransferObserver = {
    moved: (filename, bytes, part) => progress.moved(sentAs(filename, part), bytes),
    again(filename, part) {
      progress.again(sentAs(filename, part));
      again.set(sentAs(filename, part), filename);
    },
    arrived(filename, bytes, part) {
      progress.done(sentAs(filename, part), bytes);
      again.delete(sentAs(filename, part));
    },
    alreadyStored: (bytes) => progress.there(bytes),
    done() {
      view = { ...view, filesDone: view.filesDone + 1 };
    },
  };

  const patiently = <T>(ask: () => Promise<T>) => retry(ask, { signal, tries: TRIES });

  async function sendMissing(started: StartedUpload): Promise<FailedFile[]> {
    const { stored: there, missing } = planResume(files, started.files);
    progress = startProgress(totalBytes(files), totalBytes(there), now);
    again.clear();
    tell({ stage: 'sending', filesAlreadyStored: there.length, filesDone: there.length });
    return sendFiles({ portal, uploadUUID: started.uploadUUID, files: missing, signal, watcher });
  }

  async function completeIt(uploadUUID: string) {
    tell({ stage: 'completing' });
    const finalFiles = [...files.map(({ filename }) => filename), ...keep];
    try {
      return await patiently(() => portal.complete(uploadUUID, finalFiles));
    } catch (problem) {
      // The answer to an earlier try was lost, or another tab was faster: either way the server is at work.
      if (!isConflict(problem)) throw problem;
      return { uploadUUID, status: 'processing', error: null, progress: null } satisfies Upload;
    }
  }

  async function run(): Promise<void> {
    const ticking = setInterval(tell, TELL_EVERY_MS);
    try {
      tell({ stage: 'starting', failed: [], problem: null, status: null });
      const started = await patiently(() => portal.start(studyID));
      if (started.status !== 'uploading') return tell({ stage: 'completed', answer: started });
      const failed = await sendMissing(started);
      if (failed.length > 0) return tell({ stage: 'failed', failed });
      tell({ answer: await completeIt(started.uploadUUID), stage: 'completed' });
    } catch (problem) {
      if (signal.aborted) tell({ stage: 'cancelled' });
      else if (isConflict(problem)) tell({ stage: 'completed' });
      else tell({ stage: 'failed', problem: sentenceOf(problem), status: statusOf(problem) });
    } finally {
      clearInterval(ticking);
    }
  }

  let running = run();
  return {
    studyID,
    get view() {
      return view;
    },
    /** Resolves when it has stopped, for whatever reason. */
    get stopped() {
      return running;
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    cancel: () => stop.abort(),
    /** After a failure: asks the server what it has and sends the rest. */
    retry() {
      if (view.stage === 'failed') running = run();
      return running;
    },
  };
}

/** Names have no line breaks. */
const sentAs = (filename: string, part = 0) => `${filename}\n${part}`;

const statusOf = (problem: unknown) => (problem instanceof SendProblem ? problem.status : null);
const isConflict = (problem: unknown) => statusOf(problem) === 409;
