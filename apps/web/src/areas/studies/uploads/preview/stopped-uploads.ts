/**
 * Uploads that do not exist any more. A card may show one of them until its study is fetched again; listing the files
 * of an unfinished upload would then start a new one.
 */
const stopped = new Set<string>();

export const addStopped = (uploadUUID: string) => void stopped.add(uploadUUID);

/** The upload, or null if it was stopped. */
export const unlessStopped = <Upload extends { uploadUUID: string }>(upload: Upload | null): Upload | null =>
  upload && stopped.has(upload.uploadUUID) ? null : upload;
