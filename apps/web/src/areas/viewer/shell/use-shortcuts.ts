import { useEffect, useRef } from 'react';

/** By the place of the key, so that the Russian layout works as well; `Shift+` and `Ctrl+` stand before it. */
export type Shortcuts = Record<string, () => void>;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type=range]), textarea, [contenteditable]');

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.altKey || document.querySelector('[aria-modal=true] [data-help]'))
        return;
      const name = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.shiftKey ? 'Shift+' : ''}${event.code}`;
      const act = latest.current[name];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    // before a dialog that closes by Escape, and a slider that takes the arrows
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}
