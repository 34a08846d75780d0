import { type ReactNode, useRef } from 'react';
import type { Vec2 } from '../geometry/vectors.ts';
import { type PaneFit, type Projection, projectionOf, type Viewport } from '../geometry/viewport.ts';
import type { DisplayWindow } from './display-window.ts';
import type { PaneImage } from './pane-image.ts';
import { LoadingNote } from './pane-overlays.tsx';
import classes from './pane.module.css';
import { useElementSize } from './use-element-size.ts';
import { usePaneCanvas } from './use-pane-canvas.ts';
import { useShownPane } from './shown-panes.ts';
import { type PaneGestures, usePaneGestures } from './use-pane-gestures.ts';

interface PaneProps extends PaneGestures {
  /** accessible name of the pane */
  label: string;
  /** the viewer's name of the pane */
  name?: string;
  image: PaneImage | undefined;
  /** of the picture in its units; needed before the picture has arrived */
  size: Vec2;
  displayWindow: DisplayWindow;
  viewport: Viewport;
  /** millimetres per unit of the picture; undefined for an X-ray whose pixel size is unknown */
  mmPerUnit: number | undefined;
  onDoubleClick?: (() => void) | undefined;
  cursor?: string;
  /** SVG content over the picture */
  overlay?: (projection: Projection) => ReactNode;
  /** shown while the picture has not arrived or cannot be shown; by default a note that it is loading */
  instead?: ReactNode;
  /** HTML content over the overlay */
  children?: ReactNode;
}

/** One image of the layout: canvas, SVG overlay, and the gestures that all panes share. */
export function Pane(props: PaneProps) {
  const { label, image, size, displayWindow, viewport, overlay, children } = props;
  const whole = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pane = useElementSize(frame);
  const fit: PaneFit = { pane, picture: size };
  const projection = projectionOf(viewport, fit);
  usePaneCanvas(canvas, image, displayWindow, projection);
  const gestures = usePaneGestures(frame, fit, projection, props);
  useShownPane(whole, label, image !== undefined, {
    ...(props.name && { name: props.name }),
    ...(image && { picture: { image, displayWindow, projection, size, mmPerUnit: props.mmPerUnit } }),
  });

  return (
    <div ref={whole} className={classes.pane} role="group" aria-label={label}>
      <div
        ref={frame}
        className={classes.frame}
        style={{ cursor: props.cursor }}
        onPointerDown={(event) => gestures.down(event)}
        onPointerMove={(event) => gestures.move(event)}
        onPointerUp={(event) => gestures.up(event)}
        onPointerCancel={(event) => gestures.up(event, true)}
        onPointerLeave={(event) => gestures.leave(event)}
        onDoubleClick={props.onDoubleClick}
        onContextMenu={(event) => event.preventDefault()}
      >
        <canvas ref={canvas} className={classes.canvas} data-drawn={image ? '' : undefined} />
        {pane[0] > 0 && overlay && (
          <svg className={classes.overlay} width={pane[0]} height={pane[1]} aria-hidden>
            {overlay(projection)}
          </svg>
        )}
      </div>
      {!image && (props.instead ?? <LoadingNote />)}
      {children}
    </div>
  );
}
