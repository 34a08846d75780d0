import { type ReactNode, useMemo, useRef, useState } from 'react';
import { inMm } from '../annotations/annotation.ts';
import { ORIENTATION_LETTERS, PANE_LABELS } from '../cbct/workspace/labels.ts';
import { type Projection, toScreen } from '../geometry/viewport.ts';
import type { Vec2 } from '../geometry/vectors.ts';
import type { DisplayWindow } from '../pane/display-window.ts';
import type { PaneImage } from '../pane/pane-image.ts';
import { OrientationLabels, PaneTitle, ScaleBar, SliceSlider, SliceSteps } from '../pane/pane-overlays.tsx';
import { Pane } from '../pane/pane.tsx';
import { TOOL_CURSORS } from '../controls/common-tools.ts';
import { useFields, useStore } from '../state/store.ts';
import { studyDay } from '../study/study-day.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import { changeViewport, scrollBy, scrollTo } from './commands.ts';
import { COMPOSED_WINDOW, composeImages } from './compose.ts';
import classes from './compare.module.css';
import { coverageOf } from './cuts.ts';
import { studyLabel } from '../study/study-day.ts';
import { MODE_LABELS, UNCONFIRMED_LABELS } from './labels.ts';
import { startCompareDrag } from './pointer.ts';
import type { CompareMode, Side } from './state.ts';
import { useComparedCut } from './use-compared-cut.ts';
import type { CompareWorkspace } from './workspace.ts';

/** One of the studies. */
export function SidePane({ workspace, side }: { workspace: CompareWorkspace; side: Side }) {
  const host = useViewerHost();
  const windows = useStore(workspace.state, (all) => all.windows);
  const cut = useComparedCut(workspace, side);
  const { study } = workspace.sides[side];
  return (
    <ComparedPane
      workspace={workspace}
      side={side}
      cut={cut}
      image={cut.image}
      displayWindow={windows[side]}
      title={studyLabel(study, host)}
    />
  );
}

interface OverlaidPaneProps {
  workspace: CompareWorkspace;
  mode: Exclude<CompareMode, 'beside'>;
}

/** Both studies in one picture. */
export function OverlaidPane({ workspace, mode }: OverlaidPaneProps) {
  const host = useViewerHost();
  const { windows, blend } = useFields(workspace.state, 'windows', 'blend');
  const one = useComparedCut(workspace, 0);
  const other = useComparedCut(workspace, 1);
  const { placement } = workspace.sides[1].volumeClient;
  const coverage = useMemo(() => coverageOf(other.cut, placement), [other.cut, placement]);
  const image = useComposed([one.image, other.image], windows, coverage, mode, blend);
  const days = workspace.sides.map(({ study }) => studyDay(study, host)).join(' и ');
  return (
    <ComparedPane
      workspace={workspace}
      side={0}
      cut={one}
      image={image}
      displayWindow={COMPOSED_WINDOW}
      title={`${MODE_LABELS[mode]} · ${days}`}
    >
      {mode === 'difference' && <DifferenceLegend />}
    </ComparedPane>
  );
}

const DifferenceLegend = () => (
  <p className={classes.legend} data-caption>
    <span data-colour="denser">плотнее</span>
    <span data-colour="thinner">менее плотно, чем раньше</span>
  </p>
);

/** Keeps the previous picture while the pictures of the two studies show different cuts. */
function useComposed(
  [one, other]: readonly [PaneImage | undefined, PaneImage | undefined],
  windows: readonly [DisplayWindow, DisplayWindow],
  coverage: Uint8Array,
  mode: Exclude<CompareMode, 'beside'>,
  blend: number,
): PaneImage | undefined {
  const composed = useMemo(
    () => one && other && composeImages({ images: [one, other], windows, coverage }, mode, blend),
    [one, other, windows, coverage, mode, blend],
  );
  const [last, setLast] = useState<PaneImage>();
  if (composed && composed !== last) setLast(composed);
  return composed ?? last;
}

interface ComparedPaneProps {
  workspace: CompareWorkspace;
  side: Side;
  cut: ReturnType<typeof useComparedCut>;
  image: PaneImage | undefined;
  displayWindow: DisplayWindow;
  title: string;
  children?: ReactNode;
}

function ComparedPane({ workspace, side, cut, image, displayWindow, title, children }: ComparedPaneProps) {
  const { plane, tool, cursors, viewports, alignment, linked, mode } = useFields(
    workspace.state,
    'plane',
    'tool',
    'cursors',
    'viewports',
    'alignment',
    'linked',
    'mode',
  );
  const { surface, axis, layer, count, stepMm, navigated } = cut;
  const isRotating = useRef(false);
  const label = `${PANE_LABELS[plane]}, ${title}`;
  const positionText = `${layer + 1} из ${count}`;
  const showsAlignment = linked && (side === 1 || mode !== 'beside');
  const unconfirmed = showsAlignment && UNCONFIRMED_LABELS[alignment.state];
  return (
    <div
      className={classes.compared}
      onPointerDownCapture={(event) => {
        isRotating.current = event.shiftKey;
      }}
    >
      <Pane
        label={label}
        image={image}
        size={surface.sizeMm}
        mmPerUnit={1}
        displayWindow={displayWindow}
        viewport={viewports[navigated][plane]}
        onViewport={(change) => changeViewport(workspace, side, change)}
        startDrag={(pointer, button, projection) =>
          startCompareDrag(workspace, { side, surface }, pointer, button, projection, isRotating.current)
        }
        onWheel={(steps) => scrollBy(workspace, side, layersPerWheel(steps, plane === 'axial'))}
        cursor={tool === 'align' ? 'grab' : (TOOL_CURSORS[tool] ?? 'crosshair')}
        overlay={(projection) => (
          <>
            <Crosshair at={surface.toPosition(cursors[navigated]).position} projection={projection} />
            <ScaleBar {...projection} />
            <SliceSteps {...projection} betweenMm={workspace.sides[side].series.betweenMm} />
          </>
        )}
      >
        <PaneTitle name={title}>
          {positionText} · {inMm(layer * stepMm)}
        </PaneTitle>
        {unconfirmed && (
          <p className={classes.unconfirmed} data-caption>
            {unconfirmed}
          </p>
        )}
        <OrientationLabels {...ORIENTATION_LETTERS[plane]} />
        <SliceSlider
          label={`${label}: срез`}
          value={layer}
          last={count - 1}
          text={positionText}
          onChange={(to) => scrollTo(workspace, side, axis, to)}
        />
        {children}
      </Pane>
    </div>
  );
}

/** Turning the wheel towards the user moves down through the head, and in the other planes to the back or left. */
const layersPerWheel = (steps: number, isAxial: boolean): number =>
  Math.sign(steps) * Math.max(1, Math.round(Math.abs(steps))) * (isAxial ? -1 : 1);

const GAP_PX = 14;

function Crosshair({ at, projection: { matrix, pane } }: { at: Vec2; projection: Projection }) {
  const [x, y] = toScreen(matrix, at);
  return (
    <g className={classes.crosshair}>
      <path d={`M${x} 0 V${y - GAP_PX} M${x} ${y + GAP_PX} V${pane[1]}`} />
      <path d={`M0 ${y} H${x - GAP_PX} M${x + GAP_PX} ${y} H${pane[0]}`} />
    </g>
  );
}
