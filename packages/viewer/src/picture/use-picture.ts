import type { PaneImage } from '../pane/pane-image.ts';
import { useStore } from '../state/store.ts';
import type { ViewerSession } from '../study/viewer-session.ts';
import type { PictureWorkspace } from './workspace/picture-workspace.ts';
import { isStack } from './workspace/state.ts';
import { useFrame } from './use-frame.ts';

export type ShownPicture = { index: number; retry: () => void } & (
  | { state: 'waiting' }
  | { state: 'shown'; image: PaneImage }
  /** `failure`: why the picture cannot be shown */
  | { state: 'failed'; failure: unknown }
);

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
  const { frame, retry } = useFrame(session, { series, index: chosen, onFailed });
  const isShown = frame.state !== 'waiting' && (frame.index === chosen || isStack(series.frames));
  return isShown ? { ...frame, retry } : { state: 'waiting', index: chosen, retry };
}
