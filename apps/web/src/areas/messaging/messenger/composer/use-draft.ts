import { useState } from 'react';
import { findSaved, removeSaved, save, useUserStorage } from '../../../../shared/storage/user-storage.ts';

/** Text that is not sent yet; it is saved, so that a reload does not lose it. */
export function useDraft(key: string): [text: string, setText: (text: string) => void] {
  useUserStorage();
  const name = `draft:${key}`;
  const [text, setState] = useState(() => findSaved(name) ?? '');
  const setText = (next: string) => {
    setState(next);
    if (next.trim()) save(name, next);
    else removeSaved(name);
  };
  return [text, setText];
}
