import { useState } from 'react';
import { findKept, forgetKept, keep } from '../../shared/user-storage.ts';

/** What is written and not sent yet; a reload does not lose it. */
export function useDraft(of: string): [text: string, write: (text: string) => void] {
  const name = `draft:${of}`;
  const [text, setText] = useState(() => findKept(name) ?? '');
  const write = (next: string) => {
    setText(next);
    if (next.trim()) keep(name, next);
    else forgetKept(name);
  };
  return [text, write];
}
