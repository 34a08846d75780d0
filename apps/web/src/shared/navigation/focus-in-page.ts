const MODAL = '[role="dialog"][aria-modal="true"]';

/** Whether a modal dialog is open; with an element, whether one is open that does not contain it. */
export const isModalOpen = (element?: Element): boolean =>
  [...document.querySelectorAll(MODAL)].some((dialog) => !element || !dialog.contains(element));

/**
 * Focuses an element of a page that has just been loaded. An open modal dialog keeps the focus, because the user types
 * in it. The element is then focused when the dialog has closed and the focus is nowhere else. Returns a function that
 * stops waiting for that.
 */
export function focusInPage(element: HTMLElement | null | undefined): () => void {
  const focus = () => element?.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (isModalOpen(element ?? undefined)) return;
    observer.disconnect();
    if (isFocusLost()) focus();
  });
  if (isModalOpen(element ?? undefined)) observer.observe(document.body, { childList: true, subtree: true });
  else focus();
  return () => observer.disconnect();
}

/** `focusInPage`, but only if the focus is lost because the clicked link or button is no longer in the document. */
export const focusInPageIfLost = (element: HTMLElement | null): (() => void) =>
  isFocusLost() || isModalOpen() ? focusInPage(element) : () => undefined;

const isFocusLost = () => document.activeElement === document.body;
