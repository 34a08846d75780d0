/** What a person has begun and not finished, kept in this browser under her own id until she signs out. */
const KEPT = 'kept:';
const keyOf = (name: string) => `${KEPT}${localStorage.getItem('user_id')}:${name}`;

export const findSaved = (name: string): string | null => localStorage.getItem(keyOf(name));

export function save(name: string, value: string) {
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // a browser that has no room left: what is on the screen stays there
  }
}

export const removeSaved = (name: string) => localStorage.removeItem(keyOf(name));

/** All that is kept under names that begin so. */
export function listSaved(beginning: string): string[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyOf(beginning)));
  return keys.map((key) => localStorage.getItem(key) ?? '');
}

/** The next one at this computer shall find nothing of anybody. */
export function removeAllSaved() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key);
}
