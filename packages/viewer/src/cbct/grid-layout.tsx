import { useState } from 'react';
import { inMm } from '../annotations/annotation.ts';
import { OrientationLabels, PaneTitle } from '../pane/pane-overlays.tsx';
import { Choice } from '../shell/choice.tsx';
import { useStore } from '../store.ts';
import { changeState } from './change-state.ts';
import { moveCursor } from './commands.ts';
import classes from './grid.module.css';
import { gridLayers, gridShift, gridStart, nearestLayer } from './grid-layers.ts';
import { ORIENTATION_LETTERS, PANE_LABELS } from './labels.ts';
import { AXIS_OF, layersOf, type Plane } from './layers.ts';
import { Crosshair, slicesPerWheel } from './orthogonal-pane.tsx';
import { GRID_SIZES, GRID_STEPS_MM } from './reading-settings.ts';
import { useLayer } from './use-layer.ts';
import { VolumePane } from './volume-pane.tsx';
import type { Workspace } from './workspace.ts';

interface GridLayoutProps {
  workspace: Workspace;
  /** shows the plane alone */
  onExpand: (plane: Plane) => void;
}

/** Slices of one plane at even distances, in rows. The wheel moves all of them; a click sets the crosshair. */
export function GridLayout({ workspace, onExpand }: GridLayoutProps) {
  const { volumeClient, state } = workspace;
  const { cursor, frame, gridPlane, gridSize, gridStepMm } = useStore(state, (all) => all);
  const [columns, rows] = gridSize;
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
  return (
    <div className={classes.layout}>
      <GridOptions workspace={workspace} />
      <div
        className={classes.grid}
        style={{ gridTemplate: `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))` }}
      >
        {ordered.map((index, cell) => (
          <GridCell
            key={cell}
            cell={cell}
            {...{ workspace, index, scroll }}
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

interface GridCellProps {
  workspace: Workspace;
  cell: number;
  plane: Plane;
  index: number;
  isCurrent: boolean;
  title: string;
  scroll: (steps: number) => void;
  onExpand: () => void;
}

function GridCell({ workspace, cell, plane, index, isCurrent, title, scroll, onExpand }: GridCellProps) {
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

function GridOptions({ workspace }: { workspace: Workspace }) {
  const { gridPlane, gridSize, gridStepMm } = useStore(workspace.state, (all) => all);
  return (
    <div className={classes.options} role="group" aria-label="Сетка">
      <Choice
        label="Плоскость"
        value={gridPlane}
        options={PLANES.map((value) => ({ value, label: PANE_LABELS[value] }))}
        onChange={(value) => changeState(workspace, { gridPlane: value })}
      />
      <Choice
        label="Срезов"
        value={sizeName(gridSize)}
        options={GRID_SIZES.map((size) => ({ value: sizeName(size), label: sizeName(size) }))}
        onChange={(value) => {
          const size = GRID_SIZES.find((one) => sizeName(one) === value);
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
    </div>
  );
}
