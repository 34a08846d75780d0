import { useEffect, useState } from 'react';
import type { PaneImage } from '../pane/pane-image.ts';
import { useStore } from '../store.ts';
import type { ViewerSession } from '../viewer-session.ts';
import { FrameReader } from './frame-reader.ts';
import type { PictureWorkspace } from './picture-workspace.ts';
import { isStack } from './state.ts';

/**
 * The picture of the chosen frame with its index. In a stack the previous picture is shown, under its own
 * number, until the next has arrived.
 */
export function usePicture(
  session: ViewerSession,
  { series, state }: PictureWorkspace,
  onFailed: (reason: unknown) => void,
): { index: number; image: PaneImage | undefined } {
  const chosen = useStore(state, ({ frame }) => frame);
  const [reader, setReader] = useState<FrameReader>();
  const [picture, setPicture] = useState<{ index: number; image: PaneImage }>();
  useEffect(() => {
    const opened = new FrameReader(session, series);
    setReader(opened);
    return () => opened.close();
  }, [session, series]);
  useEffect(() => {
    let isWanted = true;
    reader?.read(chosen).then(
      (image) => isWanted && setPicture({ index: chosen, image }),
      (reason) => isWanted && onFailed(reason),
    );
    return () => {
      isWanted = false;
    };
  }, [reader, chosen, onFailed]);
  return picture && (picture.index === chosen || isStack(series.frames))
    ? picture
    : { index: chosen, image: undefined };
}
