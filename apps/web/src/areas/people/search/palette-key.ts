type Keys = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>;

const isMac = (platform: string) => /^(Mac|iP)/.test(platform);

/**
 * The key is recognised by its place, because it types «л» in the Russian layout. On a Mac Ctrl+K deletes the rest of a
 * line, so only ⌘K counts there.
 */
export function isPaletteKey(event: Keys, platform: string): boolean {
  const { code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
  if (code !== 'KeyK' || altKey || shiftKey || repeat) return false;
  return isMac(platform) ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}

/** As it is written on the screen. */
export const paletteKeyLabel = (platform: string): string => (isMac(platform) ? '⌘K' : 'Ctrl+K');
