import type { ReactNode } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import { panBy, type Viewport } from '../geometry/viewport.ts';
import type { DisplayWindow } from '../pane/display-window.ts';
import { OrientationLabels, type OrientationLetters } from '../pane/pane-overlays.tsx';
import type { PaneImage } from '../pane/pane-image.ts';
import { Pane } from '../pane/pane.tsx';
import { lightened } from './brightness.ts';
import { keptInView } from './zoomed.ts';

interface PicturePaneProps {
  label: string;
  image: PaneImage | undefined;
  /** of the picture in its units */
  size: Vec2;
  displayWindow: DisplayWindow;
  brightness: number;
  viewport: Viewport;
  onViewport: (change: (viewport: Viewport) => Viewport) => void;
  /** of a picture that is one of several: a finger moves through them while the picture is not enlarged, and so does the wheel */
  onScroll?: (by: number) => void;
  edges?: OrientationLetters;
  children?: ReactNode;
}

const PX_PER_SLICE = 6;

/** A picture that two fingers enlarge and one finger moves. */
export function PicturePane(props: PicturePaneProps) {
  const { image, displayWindow, brightness, viewport, onViewport, onScroll, edges } = props;
  return (
    <Pane
      label={props.label}
      image={image}
      size={props.size}
      displayWindow={lightened(displayWindow, brightness)}
      mmPerUnit={undefined}
      viewport={viewport}
      onViewport={(change) => onViewport((before) => keptInView(change(before)))}
      startDrag={(_pointer, _button, { pane }) => {
        const fit = { pane, picture: props.size };
        if (viewport.zoom > 1)
          return { move: ({ byPx }) => onViewport((before) => panBy(before, fit, byPx)) };
        return onScroll && { move: steps(onScroll) };
      }}
      {...(onScroll && { onWheel: (turned: number) => onScroll(Math.sign(turned)) })}
      cursor={viewport.zoom > 1 ? 'grab' : 'default'}
    >
      {image && edges && <OrientationLabels {...edges} />}
      {props.children}
    </Pane>
  );
}

/** A drag along the pane as whole slices. */
function steps(onScroll: (by: number) => void) {
  let travelled = 0;
  return ({ byPx: [, down] }: { byPx: Vec2 }) => {
    travelled += down;
    const by = Math.trunc(travelled / PX_PER_SLICE);
    if (by === 0) return;
    travelled -= by * PX_PER_SLICE;
    onScroll(by);
  };
}
