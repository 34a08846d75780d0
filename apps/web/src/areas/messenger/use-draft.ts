import { useState } from 'react';
import { findSaved, removeSaved, save } from '../../shared/user-storage.ts';

/** What is written and not sent yet; a reload does not lose it. */
export function useDraft(of: string): [text: string, write: (text: string) => void] {
  const name = `draft:${of}`;
  const [text, setText] = useState(() => findSaved(name) ?? '');
  const write = (next: string) => {
    setText(next);
    if (next.trim()) save(name, next);
    else removeSaved(name);
  };
  return [text, write];
}
