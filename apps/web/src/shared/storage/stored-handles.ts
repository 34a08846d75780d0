import { handlesOf } from '../session/stored-input.ts';
import { newUUID } from '../calls/uuid.ts';

/*
 * Handles of files and folders that a user has chosen, in IndexedDB, because only structured cloning keeps a handle. The browser
 * stores no file: it reads the file again, after it has asked the user. A handle contains the name of its file or
 * folder as plain text, so stored-input.ts removes all handles when no user is signed in (decision 117).
 */

const STORE = 'handles';

/**
 * Handles of this age may have no row yet: the row that refers to them is saved after them, and a removed row can
 * be put back.
 */
const NEW_MS = 3_600_000;

interface StoredHandles {
  handles: FileSystemHandle[];
  savedAt: number;
}

const resultOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });

/** The connection is closed at once: an open one would delay the deletion of the database by another tab. */
async function withStore<Result>(
  userID: number,
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(handlesOf(userID), 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await resultOf(opening);
  try {
    return await resultOf(use(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Returns the id with which they are found; null if this browser stores none, such as in a private window. */
export async function saveHandles(userID: number, handles: FileSystemHandle[]): Promise<string | null> {
  const id = newUUID();
  const stored: StoredHandles = { handles, savedAt: Date.now() };
  try {
    await withStore(userID, 'readwrite', (store) => store.put(stored, id));
    return id;
  } catch (problem) {
    return nullIfRefused(problem);
  }
}

/** Null if there are none with this id. */
export async function findHandles(userID: number, id: string): Promise<FileSystemHandle[] | null> {
  try {
    return (await withStore(userID, 'readonly', (store) => store.get(id) as Found))?.handles ?? null;
  } catch (problem) {
    return nullIfRefused(problem);
  }
}

type Found = IDBRequest<StoredHandles | undefined>;

/** Removes all except these and those that a tab has just saved. */
export async function keepHandles(userID: number, ids: ReadonlySet<string>): Promise<void> {
  try {
    for (const id of await withStore(userID, 'readonly', (store) => store.getAllKeys())) {
      const stored = await withStore(userID, 'readonly', (store) => store.get(id) as Found);
      const isNew = stored !== undefined && stored.savedAt > Date.now() - NEW_MS;
      if (!ids.has(String(id)) && !isNew) await withStore(userID, 'readwrite', (store) => store.delete(id));
    }
  } catch (problem) {
    nullIfRefused(problem);
  }
}

function nullIfRefused(problem: unknown): null {
  if (problem instanceof DOMException) return null;
  throw problem;
}
