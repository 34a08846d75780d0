import type { RunningUpload } from '@snimok/api-client/upload/upload';

/** An upload of this tab, with what people need to find it. */
export interface ListedUpload {
  upload: RunningUpload;
  patientName: string;
  /** the page that shows it */
  path: string;
}

/** The uploads of this tab by study. Not in a component, so that navigation does not stop them. */
const running = new Map<number, ListedUpload>();
const listeners = new Set<() => void>();
let listed: ListedUpload[] = [];

function publish() {
  listed = [...running.values()];
  for (const listener of listeners) listener();
}

export const uploadOf = (studyID: number): RunningUpload | undefined => running.get(studyID)?.upload;

/** The same array until an upload begins or ends. */
export const listUploads = (): ListedUpload[] => listed;

export function subscribeToUploads(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function addUpload(listedUpload: ListedUpload) {
  running.set(listedUpload.upload.studyID, listedUpload);
  publish();
}

export function removeUpload(studyID: number) {
  running.delete(studyID);
  publish();
}

const SENDING = ['starting', 'sending', 'completing'];
/** Whether files are being sent. */
export const isSending = () => listUploads().some(({ upload }) => SENDING.includes(upload.snapshot.stage));
