import { type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { inMm } from '../../annotations/annotation.ts';
import { OrientationLabels, PaneTitle } from '../../pane/pane-overlays.tsx';
import { swipeDrag } from '../../pane/gestures.ts';
import { buttonOf } from '../../controls/action.ts';
import bar from '../../shell/bar.module.css';
import { Choice } from '../../controls/choice.tsx';
import { LayoutBarPlace } from '../../shell/context-strip.tsx';
import { ToolButton } from '../../controls/tool-button.tsx';
import { useLowScreen, useNarrowScreen } from '../../controls/use-narrow-screen.ts';
import { useShortcuts } from '../../controls/use-shortcuts.ts';
import { useFields, useStore } from '../../state/store.ts';
import { GRID_ACTIONS } from '../workspace/actions.ts';
import { changeState } from '../workspace/change-state.ts';
import { moveCursor } from '../workspace/commands.ts';
import classes from './grid.module.css';
import { gridLayers, gridShift, gridStart, nearestLayer } from './grid-layers.ts';
import { ORIENTATION_LETTERS, PANE_LABELS } from '../workspace/labels.ts';
import { AXIS_OF, layersOf, type Plane } from '../workspace/layers.ts';
import { Crosshair, slicesPerWheel } from '../panes/orthogonal-pane.tsx';
import { GRID_SIZES_ON, GRID_STEPS_MM, type GridScreen, gridSizeOn } from '../workspace/reading-settings.ts';
import { useLayer } from '../panes/use-layer.ts';
import { VolumePane } from '../panes/volume-pane.tsx';
import type { Workspace } from '../workspace/workspace.ts';

interface GridLayoutProps {
  workspace: Workspace;
  /** shows the plane alone */
  onExpand: (plane: Plane) => void;
}

/**
 * Slices of one plane at even distances, in rows. The wheel moves all of them, a swipe turns a page; a click sets the crosshair.
 */
export function GridLayout({ workspace, onExpand }: GridLayoutProps) {
  const { volumeClient, state } = workspace;
  const { cursor, frame, gridPlane, gridSize, gridStepMm } = useFields(
    state,
    'cursor',
    'frame',
    'gridPlane',
    'gridSize',
    'gridStepMm',
  );
  const screen = useGridScreen();
  const [columns, rows] = gridSizeOn(screen, gridSize);
  const layers = layersOf(volumeClient.placement, frame, AXIS_OF[gridPlane]);
  const current = layers.indexOf(cursor);
  const every = Math.max(1, Math.round(gridStepMm / layers.step));
  const range = { count: layers.count, every, cells: columns * rows };
  const [first, setFirst] = useState(0);
  const start = gridStart(first, current, range);
  if (start !== first) setFirst(start);
  const shown = gridLayers(start, range);
  // the head is up: an axial grid begins with the highest slice
  const ordered = gridPlane === 'axial' ? shown.toReversed() : shown;
  const nearest = nearestLayer(shown, current);
  const scroll = (steps: number) => {
    const by = gridShift(start, steps, range);
    if (by === 0) return;
    setFirst(start + by);
    moveCursor(workspace, layers.moved(state.get().cursor, current + by));
  };
  const turn = (pages: number) => scroll((gridPlane === 'axial' ? -pages : pages) * range.cells);
  useShortcuts({
    [GRID_ACTIONS.previous.code]: () => turn(-1),
    [GRID_ACTIONS.next.code]: () => turn(1),
  });
  return (
    <div className={classes.layout}>
      <GridOptions workspace={workspace} screen={screen}>
        <div className={classes.pages} role="group" aria-label="Страницы">
          <ToolButton {...buttonOf(GRID_ACTIONS.previous)} side="bottom" onClick={() => turn(-1)} />
          <span>
            {(shown[0] ?? 0) + 1}–{(shown.at(-1) ?? 0) + 1} из {layers.count}
          </span>
          <ToolButton {...buttonOf(GRID_ACTIONS.next)} side="bottom" onClick={() => turn(1)} />
        </div>
      </GridOptions>
      <div
        className={classes.grid}
        style={{ gridTemplate: `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))` }}
      >
        {ordered.map((index, cell) => (
          <GridCell
            key={cell}
            cell={cell}
            workspace={workspace}
            index={index}
            scroll={scroll}
            turn={turn}
            plane={gridPlane}
            isCurrent={index === nearest}
            title={`${index + 1} · ${inMm(index * layers.step)}`}
            onExpand={() => onExpand(gridPlane)}
          />
        ))}
      </div>
    </div>
  );
}

function useGridScreen(): GridScreen {
  const isNarrow = useNarrowScreen();
  const isLow = useLowScreen();
  if (isNarrow) return 'narrow';
  return isLow ? 'low' : 'usual';
}

interface GridCellProps {
  workspace: Workspace;
  cell: number;
  plane: Plane;
  index: number;
  isCurrent: boolean;
  title: string;
  scroll: (steps: number) => void;
  turn: (pages: number) => void;
  onExpand: () => void;
}

function GridCell(props: GridCellProps) {
  const { workspace, cell, plane, index, isCurrent, title, scroll, turn, onExpand } = props;
  const cursor = useStore(workspace.state, (all) => all.cursor);
  const { surface, image, layer } = useLayer(workspace, plane, index, `grid ${cell}`);
  return (
    <div className={classes.cell} data-current={isCurrent || undefined}>
      <VolumePane
        workspace={workspace}
        name={plane}
        label={`${PANE_LABELS[plane]} ${index + 1}`}
        image={image}
        surface={surface}
        layer={layer}
        scroll={scroll}
        startTouchScroll={() => swipeDrag(turn)}
        onWheel={(steps) => scroll(slicesPerWheel(Math.sign(steps), plane))}
        onExpand={onExpand}
        lines={(projection) =>
          isCurrent && (
            <Crosshair
              axis={AXIS_OF[plane]}
              at={surface.toPosition(cursor).position}
              projection={projection}
            />
          )
        }
        hasScaleBar={cell === 0}
      >
        <PaneTitle name={title} />
        {cell === 0 && <OrientationLabels {...ORIENTATION_LETTERS[plane]} />}
      </VolumePane>
    </div>
  );
}

const PLANES: Plane[] = ['axial', 'coronal', 'sagittal'];
const sizeName = ([columns, rows]: readonly [number, number]) => `${columns} × ${rows}`;

interface GridOptionsProps {
  workspace: Workspace;
  screen: GridScreen;
  children: ReactNode;
}

function GridOptions({ workspace, screen, children }: GridOptionsProps) {
  const { gridPlane, gridSize, gridStepMm } = useFields(
    workspace.state,
    'gridPlane',
    'gridSize',
    'gridStepMm',
  );
  const sizes = GRID_SIZES_ON[screen];
  const shown = sizeName(gridSizeOn(screen, gridSize));
  const place = use(LayoutBarPlace);
  const options = (
    <div className={bar.bar} role="group" aria-label="Сетка">
      <Choice
        label="Плоскость"
        value={gridPlane}
        options={PLANES.map((value) => ({ value, label: PANE_LABELS[value] }))}
        onChange={(value) => changeState(workspace, { gridPlane: value })}
      />
      <Choice
        label="Срезов"
        shown={shown}
        value={shown}
        options={sizes.map((size) => ({ value: sizeName(size), label: sizeName(size) }))}
        onChange={(value) => {
          const size = sizes.find((one) => sizeName(one) === value);
          if (size) changeState(workspace, { gridSize: size });
        }}
      />
      <Choice
        label="Через"
        shown={`через ${inMm(gridStepMm)}`}
        value={gridStepMm}
        options={GRID_STEPS_MM.map((mm) => ({ value: mm, label: inMm(mm) }))}
        onChange={(value) => changeState(workspace, { gridStepMm: value })}
      />
      {children}
    </div>
  );
  return place && createPortal(options, place);
}
