/**
 * Calls `onTyped` with each letter that is typed before a field takes the focus, because a dialog is rendered some
 * tasks after the key that opens it. Call the returned function to stop earlier.
 */
export function collectTyped(onTyped: (letter: string) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onTyped(event.key);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement) ending.abort();
  };
  addEventListener('keydown', onKeyDown, { signal, capture: true });
  addEventListener('focusin', onFocus, { signal });
  return () => ending.abort();
}
