import type { UploadApi } from '@snimok/api-client/upload-api';
import { SendProblem } from '@snimok/api-client/send-problem';
import { type RunningUpload, runUpload, type UploadRequest } from '@snimok/api-client/upload';

/** The running uploads by study. Not in a component, so that navigation does not stop them. */
const running = new Map<number, RunningUpload>();
const listeners = new Set<() => void>();

const handleChange = () => {
  for (const listener of listeners) listener();
  updateLeaveWarning();
};

export const uploadOf = (studyID: number): RunningUpload | undefined => running.get(studyID);

export function subscribeToUploads(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Starts an upload, or returns the one already running, so that a double click does not start two.
 * `onCompleted` runs before the upload is removed, so that the page never shows an upload area in between.
 */
export function beginUpload(
  request: UploadRequest<File>,
  portal: UploadApi<File>,
  onCompleted: () => Promise<unknown>,
): RunningUpload {
  const existing = running.get(request.studyID);
  if (existing) return existing;
  const upload = runUpload(request, limitToOneTab(request.studyID, portal));
  running.set(request.studyID, upload);
  follow(upload, onCompleted);
  handleChange();
  return upload;
}

/**
 * Cancels and removes an upload. The server keeps the stored files, and the next upload resumes from them.
 */
export function forgetUpload(studyID: number) {
  running.get(studyID)?.cancel();
  running.delete(studyID);
  unlockStudy(studyID);
  handleChange();
}

export async function retryUpload(studyID: number, onCompleted: () => Promise<unknown>) {
  const upload = running.get(studyID);
  if (upload?.snapshot.stage !== 'failed') return;
  upload.retry();
  await follow(upload, onCompleted);
}

async function follow(upload: RunningUpload, onCompleted: () => Promise<unknown>) {
  await upload.stopped;
  updateLeaveWarning();
  if (upload.snapshot.stage !== 'completed') return;
  await onCompleted().catch(() => {}); // the study is fetched again when its page is opened
  forgetUpload(upload.studyID);
}

const SENDING = ['starting', 'sending', 'completing'];
const isSending = () => [...running.values()].some(({ snapshot }) => SENDING.includes(snapshot.stage));

/** The browser shows its own confirmation dialog and ignores custom texts. */
const warnBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * A `beforeunload` listener keeps the page out of the back/forward cache, so it exists only while files are
 * sent.
 */
function updateLeaveWarning() {
  if (typeof window === 'undefined') return;
  if (isSending()) window.addEventListener('beforeunload', warnBeforeLeaving);
  else window.removeEventListener('beforeunload', warnBeforeLeaving);
}

const releases = new Map<number, () => void>();

function unlockStudy(studyID: number) {
  releases.get(studyID)?.();
  releases.delete(studyID);
}

/** Prevents a second tab from sending the same files. The browser releases the lock when the tab closes. */
function limitToOneTab(studyID: number, portal: UploadApi<File>): UploadApi<File> {
  return {
    ...portal,
    async start(id) {
      if (!releases.has(studyID) && !(await lockStudy(studyID))) {
        throw new SendProblem('Файлы этого исследования уже загружаются в другой вкладке.', 423);
      }
      return portal.start(id);
    },
  };
}

/** The Web Locks API exists on HTTPS pages and localhost only; elsewhere every tab may send. */
function lockStudy(studyID: number): Promise<boolean> {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    locks.request(`upload-of-study-${studyID}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (!lock) return;
      return new Promise<void>((release) => void releases.set(studyID, release));
    });
  });
}
