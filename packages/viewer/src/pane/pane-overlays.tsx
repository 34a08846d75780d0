import type { ReactNode } from 'react';
import { scaleBarLength } from '../geometry/viewport.ts';
import classes from './pane-overlays.module.css';
import type { Projection } from './pane.tsx';

interface TitleProps {
  name: string;
  /** of the plane's line in the other panes */
  color?: string;
  children?: ReactNode;
}

/** In the upper left corner: what one looks at, and where. */
export const PaneTitle = ({ name, color, children }: TitleProps) => (
  <div className={classes.title}>
    {color && <span className={classes.chip} style={{ background: color }} />}
    <span>{name}</span>
    {children && <span className={classes.quiet}>{children}</span>}
  </div>
);

export interface OrientationLetters {
  left: string;
  right: string;
  top?: string;
  bottom?: string;
}

/** Which way is which, at the middle of each edge. */
export const OrientationLabels = ({ left, right, top, bottom }: OrientationLetters) => (
  <>
    <span className={classes.letter} data-side="left">
      {left}
    </span>
    <span className={classes.letter} data-side="right">
      {right}
    </span>
    {top && (
      <span className={classes.letter} data-side="top">
        {top}
      </span>
    )}
    {bottom && (
      <span className={classes.letter} data-side="bottom">
        {bottom}
      </span>
    )}
  </>
);

/** A bar of a round length, at the foot of the pane. */
export function ScaleBar({ pane, pxPerUnit, unit = 'мм' }: Projection & { unit?: string }) {
  const room = Math.min(140, pane[0] * 0.4);
  const length = scaleBarLength(room, pxPerUnit);
  const px = length * pxPerUnit;
  const [x, y] = [12, pane[1] - 14];
  if (pane[0] < 120) return null;
  return (
    <g>
      <path d={`M${x} ${y - 5} V${y} H${x + px} V${y - 5}`} className={classes.scaleShade} />
      <path d={`M${x} ${y - 5} V${y} H${x + px} V${y - 5}`} className={classes.scaleLine} />
      <text x={x + px + 8} y={y + 2} className={classes.scaleText}>
        {length >= 10 && unit === 'мм' && length % 10 === 0 ? `${length / 10} см` : `${length} ${unit}`}
      </text>
    </g>
  );
}

interface SliceSliderProps {
  label: string;
  value: number;
  last: number;
  /** what a reader hears instead of the bare number */
  text: string;
  onChange: (value: number) => void;
}

/** Along the right edge: the place of the slice among all of them. */
export const SliceSlider = ({ label, value, last, text, onChange }: SliceSliderProps) => (
  <input
    type="range"
    className={classes.depth}
    aria-label={label}
    aria-valuetext={text}
    min={0}
    max={last}
    value={value}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
    onPointerDown={(event) => event.stopPropagation()}
  />
);
