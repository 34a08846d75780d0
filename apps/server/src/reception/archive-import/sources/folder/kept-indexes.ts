import type { StudyIndex } from '../study-index.ts';

/** An import that works in certain hours, or waits for a person's confirmation, reads the headers again after this time. */
const KEPT_MS = 60 * 60_000;

interface Kept {
  index: StudyIndex;
  timer: NodeJS.Timeout;
}

/**
 * The indexes of folders whose sources are closed, by the real path: the jobs of an import begin every ten minutes, and each would read
 * all headers again. A dry run always reads them. The files of the indexes have no name any more, so nothing remains of them after the
 * process.
 */
const kept = new Map<string, Kept>();

export const keepIndex = (root: string, index: StudyIndex): void => {
  takeIndex(root)?.close();
  const timer = setTimeout(() => takeIndex(root)?.close(), KEPT_MS).unref();
  kept.set(root, { index, timer });
};

/** The caller closes the index or keeps it again; null if none is kept. */
export const takeIndex = (root: string): StudyIndex | null => {
  const found = kept.get(root);
  if (!found) return null;
  clearTimeout(found.timer);
  kept.delete(root);
  return found.index;
};
