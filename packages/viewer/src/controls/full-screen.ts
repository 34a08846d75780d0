/** Makes the whole page full screen, because menus and dialogs are children of its body. */
export function toggleFullScreen(): void {
  const toggled = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  // iPhones do not support it, and an iframe may forbid it
  toggled?.catch(() => undefined);
}
