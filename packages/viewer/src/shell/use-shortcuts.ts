import { useEffect, useRef } from 'react';

/**
 * By the place of the key, so that the Russian layout works as well; `Ctrl+` and `Shift+` stand before it. What answers
 * false has done nothing: the key goes on to whoever else wants it.
 */
export type Shortcuts = Record<string, () => boolean | void>;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type=range]), textarea, [contenteditable]');

/** Menus and the help have keys of their own. */
const isElsewhere = (target: EventTarget | null) =>
  document.querySelector('[data-help]') !== null ||
  (target instanceof HTMLElement && target.closest('[role=menu], [role=dialog] [role=dialog]') !== null);

/** Escape ends the typing, and nothing else. */
function leaveField(event: KeyboardEvent): void {
  if (event.code !== 'Escape' || !(event.target instanceof HTMLElement)) return;
  event.target.blur();
  event.preventDefault();
  event.stopPropagation();
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || isElsewhere(event.target)) return;
      if (isTyping(event.target)) return leaveField(event);
      const modifiers = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.shiftKey ? 'Shift+' : ''}`;
      const act = latest.current[`${modifiers}${event.code}`];
      if (!act || act() === false) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // before a dialog that closes by Escape, and a slider that takes the arrows
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}
