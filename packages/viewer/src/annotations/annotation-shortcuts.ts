import type { Shortcuts } from '../shell/use-shortcuts.ts';
import type { AnnotationsStore } from './annotations-store.ts';

/** The keys for what is drawn: the same on slices and on X-rays. */
export function annotationShortcuts(marks: AnnotationsStore): Shortcuts {
  const removeSelected = () => {
    const { selected } = marks.get();
    if (selected) marks.remove(selected);
  };
  return {
    KeyV: () => marks.set(({ shown }) => ({ shown: !shown })),
    Delete: removeSelected,
    Backspace: removeSelected,
    'Ctrl+KeyZ': marks.undo,
    'Ctrl+Shift+KeyZ': marks.redo,
    'Ctrl+KeyY': marks.redo,
  };
}
