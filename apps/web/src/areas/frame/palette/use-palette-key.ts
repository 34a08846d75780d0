import { useEffect, useEffectEvent } from 'react';
import { isModalOpen } from '../../../shared/navigation/focus-in-page.ts';
import { isPaletteKey } from '../../people/search/palette-key.ts';

/** Calls `pressed` for Ctrl+K, on a Mac ⌘K, unless the focused control uses the keys itself or a dialog is open. */
export function usePaletteKey(pressed: () => void) {
  const onPressed = useEffectEvent(pressed);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isPaletteKey(event, navigator.platform)) return;
      // browsers use these keys for their address bar
      event.preventDefault();
      if (isModalOpen()) return;
      onPressed();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
