import type { PaneImage } from '../pane/pane-image.ts';
import { useStore } from '../state/store.ts';
import type { ViewerSession } from '../study/viewer-session.ts';
import type { PictureWorkspace } from './workspace/picture-workspace.ts';
import { isStack } from './workspace/state.ts';
import { useFrame } from './use-frame.ts';

export interface ShownPicture {
  index: number;
  image?: PaneImage;
  /** why the picture cannot be shown */
  failure?: unknown;
  retry: () => void;
}

/**
 * The picture of the chosen frame with its index. In a stack the previous picture is shown, under its own
 * number, until the next has arrived.
 */
export function usePicture(
  session: ViewerSession,
  { series, state }: PictureWorkspace,
  onFailed: (reason: unknown) => void,
): ShownPicture {
  const chosen = useStore(state, ({ frame }) => frame);
  const { read, retry } = useFrame(session, { series, index: chosen, onFailed });
  const isShown = read && (read.index === chosen || isStack(series.frames));
  return isShown ? { ...read, retry } : { index: chosen, retry };
}
