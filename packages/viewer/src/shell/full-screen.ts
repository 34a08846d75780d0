/** The whole page, so that menus and dialogs, which hang on its body, are seen as well. */
export function toggleFullScreen(): void {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  // iPhones have none, and a frame may forbid it: nothing is lost
  done?.catch(() => undefined);
}
