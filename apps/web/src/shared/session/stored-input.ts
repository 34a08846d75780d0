/* Unfinished input in the browser's storage: `sealed:{userID}:{name}`, encrypted by user-storage.ts. Earlier versions stored
 * it as plain text under `kept:`. */

const SEALED = 'sealed:';
const PLAIN = 'kept:';
/** The prefix under which earlier versions kept, in the tab, the name of a patient in the files of an upload. */
const CONFIRMED = 'confirmed-patient:';
/** Databases with the handles of chosen files, which have their names as plain text (stored-handles.ts). */
const HANDLES = 'handles:';

export const sealedKeyOf = (userID: number, name: string) => `${SEALED}${userID}:${name}`;
export const plainKeyOf = (userID: number, name: string) => `${PLAIN}${userID}:${name}`;

export const handlesOf = (userID: number) => `${HANDLES}${userID}`;

/** Firefox before 126 cannot list its databases; it has no handles either. */
async function removeHandles(own?: string) {
  for (const { name } of (await indexedDB.databases?.()) ?? [])
    if (name?.startsWith(HANDLES) && name !== own) indexedDB.deleteDatabase(name);
}

const removeWhere = (storage: Storage, isRemoved: (key: string) => boolean) => {
  for (const key of Object.keys(storage)) if (isRemoved(key)) storage.removeItem(key);
};

/** Called at the start for a user: the input of other users could only be read with their keys, and is useless. */
export function removeInputOfOthers(userID: number) {
  const own = [sealedKeyOf(userID, ''), plainKeyOf(userID, '')];
  const isInput = (key: string) => key.startsWith(SEALED) || key.startsWith(PLAIN);
  removeWhere(localStorage, (key) => isInput(key) && !own.some((prefix) => key.startsWith(prefix)));
  removeWhere(sessionStorage, (key) => key.startsWith(CONFIRMED));
  void removeHandles(handlesOf(userID));
}

/** Called when nobody is signed in: anybody at this computer could read it. Encrypted input waits for its user. */
export function removePlainInput() {
  removeWhere(localStorage, (key) => key.startsWith(PLAIN));
  removeWhere(sessionStorage, (key) => key.startsWith(CONFIRMED));
  void removeHandles();
}

export function removeAllInput() {
  removeWhere(localStorage, (key) => key.startsWith(SEALED));
  removePlainInput();
}
