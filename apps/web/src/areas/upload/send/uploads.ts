import type { UploadApi } from '@snimok/api-client/upload-api';
import { SendProblem } from '@snimok/api-client/send-problem';
import { type RunningUpload, runUpload, type UploadRequest } from '@snimok/api-client/upload';

/**
 * The uploads of this page, one a study. They live here and not in a component,
 * so that walking from page to page does not stop them.
 */
const running = new Map<number, RunningUpload>();
const listeners = new Set<() => void>();

const changed = () => {
  for (const listener of listeners) listener();
  watchLeaving();
};

export const uploadOf = (studyID: number): RunningUpload | undefined => running.get(studyID);

export function subscribeToUploads(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Begins, or answers the one that is under way: a double click sends nothing twice.
 * `onCompleted` runs before the upload is forgotten, so that the screen can take over without a gap.
 */
export function beginUpload(
  order: UploadRequest<File>,
  portal: UploadApi<File>,
  onCompleted: () => Promise<unknown>,
): RunningUpload {
  const present = running.get(order.studyID);
  if (present) return present;
  const upload = runUpload(order, oneTabOnly(order.studyID, portal));
  running.set(order.studyID, upload);
  follow(upload, onCompleted);
  changed();
  return upload;
}

/** Forgets one that has stopped; the server keeps what it has, and the next one goes on from there. */
export function forgetUpload(studyID: number) {
  running.get(studyID)?.cancel();
  running.delete(studyID);
  releaseTab(studyID);
  changed();
}

export async function retryUpload(studyID: number, onCompleted: () => Promise<unknown>) {
  const upload = running.get(studyID);
  if (upload?.view.stage !== 'failed') return;
  upload.retry();
  await follow(upload, onCompleted);
}

async function follow(upload: RunningUpload, onCompleted: () => Promise<unknown>) {
  await upload.stopped;
  watchLeaving();
  if (upload.view.stage !== 'completed') return;
  await onCompleted().catch(() => {}); // The study is asked for again when its page is.
  forgetUpload(upload.studyID);
}

const SENDING = ['starting', 'sending', 'completing'];
const isSending = () => [...running.values()].some(({ view }) => SENDING.includes(view.stage));

/** The browser asks with its own words; ours are ignored since long. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** A page with such a listener is not kept for «back», so it is there only while files are sent. */
function watchLeaving() {
  if (typeof window === 'undefined') return;
  if (isSending()) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
}

const releases = new Map<number, () => void>();

function releaseTab(studyID: number) {
  releases.get(studyID)?.();
  releases.delete(studyID);
}

/** A second tab would send the same files again; the lock goes with the tab that holds it. */
function oneTabOnly(studyID: number, portal: UploadApi<File>): UploadApi<File> {
  return {
    ...portal,
    async start(id) {
      if (!releases.has(studyID) && !(await holdTab(studyID))) {
        throw new SendProblem('Файлы этого исследования уже загружаются в другой вкладке.', 423);
      }
      return portal.start(id);
    },
  };
}

/** Locks exist on secure pages only (https or localhost); elsewhere the server's own order has to do. */
function holdTab(studyID: number): Promise<boolean> {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(true);
  return new Promise((answer) => {
    locks.request(`upload-of-study-${studyID}`, { ifAvailable: true }, (lock) => {
      answer(lock !== null);
      if (!lock) return;
      return new Promise<void>((release) => void releases.set(studyID, release));
    });
  });
}
