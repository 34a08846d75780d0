import type { ReactNode } from 'react';
import { type Projection, scaleBarLength } from '../geometry/viewport.ts';
import classes from './pane-overlays.module.css';

interface PaneTitleProps {
  name: string;
  /** of the plane's line in the other panes */
  color?: string;
  /** in a narrow pane the details are below the name */
  narrow?: boolean;
  children?: ReactNode;
}

/** The name of the pane and details in its upper left corner. */
export const PaneTitle = ({ name, color, narrow, children }: PaneTitleProps) => (
  <div className={classes.title} data-caption data-narrow={narrow || undefined}>
    {color && <span className={classes.chip} style={{ background: color }} />}
    <span>{name}</span>
    {children && <span className={classes.details}>{children}</span>}
  </div>
);

export interface OrientationLetters {
  left: string;
  right: string;
  top?: string;
  bottom?: string;
}

/** Anatomical directions at the middle of each edge. */
export const OrientationLabels = ({ left, right, top, bottom }: OrientationLetters) => (
  <>
    <span className={classes.orientation} data-side="left" data-caption>
      {left}
    </span>
    <span className={classes.orientation} data-side="right" data-caption>
      {right}
    </span>
    {top && (
      <span className={classes.orientation} data-side="top" data-caption>
        {top}
      </span>
    )}
    {bottom && (
      <span className={classes.orientation} data-side="bottom" data-caption>
        {bottom}
      </span>
    )}
  </>
);

/** A bar of a round length in the lower left corner. `pxPerUnit` is in pixels per millimetre. */
export function ScaleBar({ pane, pxPerUnit }: Projection) {
  const length = scaleBarLength(Math.min(140, pane[0] * 0.4), pxPerUnit);
  const px = length * pxPerUnit;
  const x = 12;
  const y = pane[1] - 14;
  if (pane[0] < 120) return null;
  return (
    <g>
      <path d={`M${x} ${y - 5} V${y} H${x + px} V${y - 5}`} className={classes.scaleOutline} />
      <path d={`M${x} ${y - 5} V${y} H${x + px} V${y - 5}`} className={classes.scaleLine} />
      <text x={x + px + 8} y={y + 2} className={classes.scaleText}>
        {length >= 10 && length % 10 === 0 ? `${length / 10} см` : `${length} мм`}
      </text>
    </g>
  );
}

interface SliceStepsProps extends Projection {
  /** the smallest and the largest step of the slices */
  betweenMm: readonly [number, number] | undefined;
}

/** Shown above the scale bar where a volume is interpolated between slices at uneven steps. */
export function SliceSteps({ pane, betweenMm }: SliceStepsProps) {
  if (!betweenMm || pane[0] < 240) return null;
  const [from, to] = betweenMm.map((mm) => mm.toLocaleString('ru', { maximumFractionDigits: 2 }));
  return (
    <g className={classes.scaleText}>
      <text x={12} y={pane[1] - 46}>{`Срезы сняты через ${from}–${to} мм,`}</text>
      <text x={12} y={pane[1] - 30}>
        между ними значения вычислены
      </text>
    </g>
  );
}

interface JoinedCaptionProps extends Projection {
  captions: readonly string[];
}

const LINE_PX = 16;

/** Shown above the scale bar of a volume that was joined of two scans; in a small pane only its first line. */
export function JoinedCaption({ pane, captions }: JoinedCaptionProps) {
  const lines = Math.min(...pane) < 150 ? captions.slice(0, 1) : captions;
  return (
    <g className={classes.scaleText}>
      {lines.map((line, at) => (
        <text key={line} x={12} y={pane[1] - 30 - (lines.length - 1 - at) * LINE_PX}>
          {line}
        </text>
      ))}
    </g>
  );
}

/** Shown in a pane whose picture has not arrived. */
export const LoadingNote = () => (
  <p className={classes.loading} role="status">
    <span>Загружаем снимок…</span>
  </p>
);

interface SliceSliderProps {
  label: string;
  value: number;
  last: number;
  /** the text that a screen reader speaks instead of the number */
  text: string;
  onChange: (value: number) => void;
}

/** The number of the slice, along the right edge. */
export const SliceSlider = ({ label, value, last, text, onChange }: SliceSliderProps) => (
  <input
    type="range"
    className={classes.slider}
    aria-label={label}
    aria-valuetext={text}
    min={0}
    max={last}
    value={value}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
    onPointerDown={(event) => event.stopPropagation()}
  />
);
