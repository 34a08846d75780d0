import type { AnnotationKind } from '../../annotations/annotation.ts';
import type { CephalogramView } from '../../cephalometry/analyses/landmarks.ts';
import type { Proposal } from '../../cephalometry/proposal.ts';
import type { Tracing } from '../../cephalometry/tracings.ts';
import type { Vec2, Vec3 } from '../../geometry/vectors.ts';
import { INITIAL_VIEWPORT, type Viewport } from '../../geometry/viewport.ts';
import type { DisplayWindow } from '../../pane/display-window.ts';
import type { Frame } from '../../study/study.ts';

export type PictureTool =
  | 'scroll'
  | 'window'
  | 'move'
  | 'zoom'
  | 'cephalometry'
  | Extract<
      AnnotationKind,
      'length' | 'angle' | 'probe' | 'arrow' | 'note' | 'calibration' | 'polygon' | 'freehand'
    >;

/** What the cephalometric analysis shows. */
interface Cephalometry {
  view: CephalogramView;
  /** the chosen analysis; undefined for the first one of the view */
  analysis: string | undefined;
  /** the tracing of another date that is superimposed */
  other: Tracing | undefined;
  /** what a model proposes for one of the pictures; a place is a column and a row */
  proposal?: (Proposal<Vec2> & { frame: number }) | undefined;
  /** the landmark that the next click sets instead of the next one in the order */
  chosen: string | undefined;
  /** the landmark that keys move and remove */
  selected: string | undefined;
}

/** How one picture is shown. */
interface PictureView {
  /** in the units of the frame, or of a byte for a picture without a scale */
  displayWindow: DisplayWindow;
  viewport: Viewport;
}

export interface PictureState extends PictureView {
  /** index in the series */
  frame: number;
  tool: PictureTool;
  sharpened: boolean;
  /** undefined while the analysis is closed */
  cephalometry: Cephalometry | undefined;
  /** of the pictures shown before, by frame, if the series is not a stack */
  views: Readonly<Record<number, PictureView>>;
}

/** Whether the pictures are slices of one object or alike: they share window, zoom and rotation. */
export const isStack = (frames: readonly Frame[]): boolean =>
  frames.length > 1 &&
  frames.every(
    ({ scale, columns, rows, inverted }) =>
      scale !== null &&
      columns === frames[0]!.columns &&
      rows === frames[0]!.rows &&
      inverted === frames[0]!.inverted,
  );

/** The tool that a series begins with, and to which Escape returns. */
export const restingTool = (frames: readonly Frame[]): PictureTool => (isStack(frames) ? 'scroll' : 'window');

/** The view of a frame that was not changed. */
export const initialView = (frames: readonly Frame[], index: number): PictureView => ({
  displayWindow: isStack(frames) ? windowOfStack(frames) : windowOf(frames[index]),
  viewport: INITIAL_VIEWPORT,
});

export const initialState = (frames: readonly Frame[], index = 0): PictureState => ({
  ...initialView(frames, index),
  frame: index,
  tool: restingTool(frames),
  sharpened: false,
  cephalometry: undefined,
  views: {},
});

/** The state after another frame was chosen: a stack keeps its view, other pictures have one each. */
export function withFrame(state: PictureState, frames: readonly Frame[], index: number): PictureState {
  if (isStack(frames)) return { ...state, frame: index };
  const { displayWindow, viewport } = state;
  const views = { ...state.views, [state.frame]: { displayWindow, viewport } };
  return { ...state, ...(views[index] ?? initialView(frames, index)), frame: index, views };
}

const BYTE_WINDOW = { center: 127.5, width: 255 };

export const windowOf = (frame: Frame | undefined): DisplayWindow => ({
  ...(frame?.scale && frame.window ? frame.window : BYTE_WINDOW),
  inverted: frame?.inverted ?? false,
});

/**
 * A window between the medians of the lower and the upper ends of all windows. Slices of air or metal would otherwise
 * determine the window of all.
 */
function windowOfStack(frames: readonly Frame[]): DisplayWindow {
  const windows = frames.flatMap(({ window }) => (window ? [window] : []));
  const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
  const low = median(windows.map(({ center, width }) => center - width / 2));
  const high = median(windows.map(({ center, width }) => center + width / 2));
  const window =
    windows.length > 0 ? { center: (low + high) / 2, width: Math.max(1, high - low) } : BYTE_WINDOW;
  return { ...window, inverted: frames[0]?.inverted ?? false };
}

/** The source of the scale, which determines the accuracy of lengths. */
export function scaleLabel(frame: Frame | undefined, unitMm: Vec3 | undefined): string {
  if (!unitMm) return 'без масштаба';
  if (frame?.spacingMm === null) return 'масштаб по эталону';
  return frame?.measuredAt === 'detector' ? 'размеры без поправки на увеличение' : '';
}
