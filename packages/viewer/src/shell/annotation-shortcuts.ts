import type { Shortcuts } from '../controls/use-shortcuts.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';

/** Keys that act on annotations, the same for volumes and X-rays. */
export function annotationShortcuts(annotations: AnnotationsStore): Shortcuts {
  const removeSelected = () => {
    const { selected } = annotations.get();
    // the focused control may remove something else
    if (!selected) return false;
    annotations.remove(selected);
    return true;
  };
  return {
    KeyV: () => annotations.set(({ shown }) => ({ shown: !shown })),
    Delete: removeSelected,
    Backspace: removeSelected,
    'Ctrl+KeyZ': annotations.undo,
    'Ctrl+Shift+KeyZ': annotations.redo,
    'Ctrl+KeyY': annotations.redo,
  };
}
