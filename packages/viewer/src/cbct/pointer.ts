import type { Surface } from '../geometry/surface.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { panBy, type View, zoomAbout } from '../geometry/viewport.ts';
import type { Annotation } from '../annotations/annotation.ts';
import { drawPress, hitPress, moveLast } from '../annotations/draw-annotation.ts';
import { hitAt, type Paper } from '../annotations/annotation-layer.ts';
import type { Drag, Touch } from '../pane/gestures.ts';
import type { Projection } from '../pane/pane.tsx';
import { dragTone } from '../pane/display-window.ts';
import type { Workspace } from './workspace.ts';
import type { PaneName } from './state.ts';

interface PressedPane {
  name: PaneName;
  surface: Surface;
  paper: Paper;
  /** for what is measured along the sheet itself, where that is not flat */
  measured?: Paper;
  /** where the cross-hairs go when one points here */
  pick: (point: Vec3) => void;
  /** through the slices, by so many of them */
  scroll: (slices: number) => void;
}

/** A finger's width a few slices. */
const SLICE_PX = 6;

export const toneDrag = ({ state }: Workspace, { pane }: Projection): Drag => ({
  move: ({ byPx }) => state.set(({ tone }) => ({ tone: dragTone(tone, byPx, Math.min(...pane)) })),
});

export const changeView = ({ state }: Workspace, name: PaneName, change: (view: View) => View) =>
  state.set(({ views }) => ({ views: { ...views, [name]: change(views[name]) } }));

/** What a press in a pane begins, by the tool in hand; a mark under the pointer comes first. */
export function pressIn(
  bench: Workspace,
  pane: PressedPane,
  touch: Touch,
  button: 'left' | 'middle' | 'right',
  projection: Projection,
): Drag | undefined {
  const { state, marks, finished } = bench;
  const { paper, measured } = pane;
  const paperFor = (kind: Annotation['kind']) =>
    kind === 'length' || kind === 'angle' ? (measured ?? paper) : paper;
  if (button === 'right') return toneDrag(bench, projection);
  const { draft, own, shown } = marks.get();
  const drawing = (kind: Annotation['kind']) => ({ marks, paper: paperFor(kind), finished });
  if (draft) return drawPress(draft.kind, touch, drawing(draft.kind));
  const hitOn = (sheet: Paper | undefined) =>
    shown && sheet ? hitAt(own, sheet, projection.matrix, touch.px, touch.coarse) : undefined;
  const [hit, hitPaper] = [hitOn(measured) ?? hitOn(paper), hitOn(measured) ? measured! : paper];
  const { tool } = state.get();
  const draws = tool in DRAWN;
  if (hit && (!draws || hit.point !== null))
    return hitPress(hit, touch, { marks, paper: hitPaper, finished });
  marks.set({ selected: undefined });
  const { surface, pick, name } = pane;
  const fit = { pane: projection.pane, picture: surface.sizeMm };
  switch (tool) {
    case 'cross':
      pick(surface.toPoint(touch.place));
      return { move: ({ place }) => pick(surface.toPoint(place)) };
    case 'scroll':
      return scrollDrag(pane.scroll);
    case 'tone':
      return toneDrag(bench, projection);
    case 'move':
      return { move: ({ byPx }) => changeView(bench, name, (view) => panBy(view, fit, byPx)) };
    case 'zoom':
      return {
        move: ({ byPx }) =>
          changeView(bench, name, (view) => zoomAbout(view, fit, touch.px, 1.01 ** -byPx[1])),
      };
    default:
      return drawPress(tool, touch, drawing(tool));
  }
}

const DRAWN = { length: 1, angle: 1, arrow: 1, note: 1, probe: 1, canal: 1, implant: 1 };

function scrollDrag(scroll: (slices: number) => void): Drag {
  let rest = 0;
  return {
    move: ({ byPx }) => {
      rest += byPx[1] / SLICE_PX;
      const slices = Math.trunc(rest);
      if (slices === 0) return;
      rest -= slices;
      scroll(slices);
    },
  };
}

/** Between clicks, the point that has not been set yet follows. */
export const hoverIn = ({ marks }: Workspace, papers: readonly Paper[], touch: Touch | undefined) => {
  const paper = papers.find(({ on }) => on === marks.get().draft?.on);
  if (touch && paper) moveLast(marks, paper, touch.place);
};
