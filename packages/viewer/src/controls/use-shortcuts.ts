import { useEffect, useEffectEvent } from 'react';

/**
 * Actions by `KeyboardEvent.code`, which does not depend on the keyboard layout, with `Ctrl+` and `Shift+`
 * before it. An action that returns false leaves the event to other listeners.
 */
export type Shortcuts = Record<string, () => boolean | void>;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type=range]), textarea, [contenteditable]');

const OWN_DIALOG = '[aria-modal][aria-label="Онлайн-просмотр"]';

/**
 * A dialog is over the viewer if it follows the viewer's own dialog in the document. The dialog from which the viewer
 * was opened precedes it.
 */
const isOverViewer = (dialog: Element): boolean => {
  const own = document.querySelector(OWN_DIALOG);
  return !own || (own.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
};

const hasDialogOverViewer = (): boolean => [...document.querySelectorAll('[aria-modal]')].some(isOverViewer);

const isInDialogOver = (target: Element): boolean => {
  const dialog = target.closest('[aria-modal]');
  return dialog !== null && isOverViewer(dialog);
};

/** Menus, lists, dialogs and the help handle keys themselves. A button that is disabled while it has the focus loses it. */
const isInLayer = (target: EventTarget | null) =>
  document.querySelector('[data-help]') !== null ||
  (target === document.body && hasDialogOverViewer()) ||
  (target instanceof HTMLElement &&
    (target.closest('[role=menu], .mantine-Popover-dropdown') !== null || isInDialogOver(target)));

/** In an input field Escape only removes the focus. */
function leaveField(event: KeyboardEvent): void {
  if (event.code !== 'Escape' || !(event.target instanceof HTMLElement)) return;
  event.target.blur();
  event.preventDefault();
  event.stopPropagation();
}

/** `afterOthers`: only keys that no listener before has acted on. */
export function useShortcuts(shortcuts: Shortcuts, { afterOthers = false } = {}): void {
  const actionOf = useEffectEvent((key: string) => shortcuts[key]);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.altKey || isInLayer(event.target) || (afterOthers && event.defaultPrevented)) return;
      if (isTyping(event.target)) return leaveField(event);
      const modifiers = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.shiftKey ? 'Shift+' : ''}`;
      const action = actionOf(`${modifiers}${event.code}`);
      if (!action || action() === false) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // in the capture phase, before a dialog handles Escape and a slider the arrow keys
    addEventListener('keydown', handleKey, { capture: true });
    return () => removeEventListener('keydown', handleKey, { capture: true });
  }, [afterOthers]);
}
