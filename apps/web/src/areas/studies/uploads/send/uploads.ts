import type { UploadApi } from '@snimok/api-client/transfer/upload-api';
import { SendProblem } from '@snimok/api-client/transfer/send-problem';
import { type RunningUpload, runUpload, type UploadRequest } from '@snimok/api-client/upload/upload';
import { addUpload, isSending, type ListedUpload, removeUpload, uploadOf } from './running-uploads.ts';

/**
 * Starts an upload, or returns the one already running, so that a double click does not start two.
 * `onCompleted` runs before the upload is removed, so that the page never shows an upload area in between.
 */
export function beginUpload(
  request: UploadRequest<File>,
  portal: UploadApi<File>,
  shownAs: Omit<ListedUpload, 'upload'>,
  onCompleted: () => Promise<unknown>,
): RunningUpload {
  const existing = uploadOf(request.studyID);
  if (existing) return existing;
  const upload = runUpload(request, limitToOneTab(request.studyID, portal));
  addUpload({ upload, ...shownAs });
  updateLeaveWarning();
  follow(upload, onCompleted);
  return upload;
}

/**
 * Cancels and removes an upload. The server keeps the stored files, and the next upload resumes from them.
 */
export function forgetUpload(studyID: number) {
  uploadOf(studyID)?.cancel();
  unlockStudy(studyID);
  removeUpload(studyID);
  updateLeaveWarning();
}

export async function retryUpload(studyID: number, onCompleted: () => Promise<unknown>) {
  const upload = uploadOf(studyID);
  if (upload?.snapshot.stage !== 'failed') return;
  upload.retry();
  await follow(upload, onCompleted);
}

async function follow(upload: RunningUpload, onCompleted: () => Promise<unknown>) {
  await upload.stopped;
  updateLeaveWarning();
  // another tab may send the files now; a retry locks the study again
  if (upload.snapshot.stage === 'failed') unlockStudy(upload.studyID);
  if (upload.snapshot.stage !== 'completed') return;
  await onCompleted().catch(() => {}); // the study is fetched again when its page is opened
  forgetUpload(upload.studyID);
}

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

const lockOf = (studyID: number) => `upload-of-study-${studyID}`;

/** Whether a tab of this browser sends files of the study. */
export async function isSentByTab(studyID: number): Promise<boolean> {
  const found = await (navigator.locks as LockManager | undefined)?.query();
  return found?.held?.some(({ name }) => name === lockOf(studyID)) ?? false;
}

/** The Web Locks API exists on HTTPS pages and localhost only; elsewhere every tab may send. */
function lockStudy(studyID: number): Promise<boolean> {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    locks.request(lockOf(studyID), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (!lock) return;
      return new Promise<void>((release) => void releases.set(studyID, release));
    });
  });
}
