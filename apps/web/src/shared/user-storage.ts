/** Unfinished input of the signed-in user, stored in this browser under the user's id until sign-out. */
const PREFIX = 'kept:';
const keyOf = (name: string) => `${PREFIX}${localStorage.getItem('user_id')}:${name}`;

export const findSaved = (name: string): string | null => localStorage.getItem(keyOf(name));

export function save(name: string, value: string) {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // the browser's storage is full: the input remains on the screen
  }
}

export const removeSaved = (name: string) => localStorage.removeItem(keyOf(name));

/** The values of all names that begin with the prefix. */
export function listSaved(prefix: string): string[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyOf(prefix)));
  return keys.map((key) => localStorage.getItem(key) ?? '');
}

/**
 * Removes the input of all users, because the next user of this computer must not find another user's input.
 */
export function removeAllSaved() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
