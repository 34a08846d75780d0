import { useEffect, useEffectEvent } from 'react';
import { isModalOpen } from '../../../shared/navigation/focus-in-page.ts';

const EDITABLE = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/**
 * Calls `pressed` for the `/` key outside text fields. The key code is checked too, because this key types a
 * dot in the Russian layout.
 */
export function useSlash(pressed: () => void) {
  const onPressed = useEffectEvent(pressed);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' && event.code !== 'Slash') return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(EDITABLE)) return;
      // the search cannot be reached behind an open dialog
      if (isModalOpen()) return;
      event.preventDefault();
      onPressed();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}
