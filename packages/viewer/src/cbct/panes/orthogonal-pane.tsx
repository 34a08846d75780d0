import type { Axis } from '@snimok/imaging/volume/slice';
import { inMm } from '../../annotations/annotation.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import { type Projection, toScreen } from '../../geometry/viewport.ts';
import { CineControl } from '../../pane/cine.tsx';
import { OrientationLabels, PaneTitle, SliceSlider } from '../../pane/pane-overlays.tsx';
import { useFields } from '../../state/store.ts';
import { ArchLines, startArchDrag } from '../arch/arch-lines.tsx';
import classes from '../workspace/cbct.module.css';
import { moveCursor } from '../workspace/commands.ts';
import { ORIENTATION_LETTERS, PANE_LABELS, PLANE_COLORS } from '../workspace/labels.ts';
import { LevellingLines, startLevelling } from '../levelling/levelling-lines.tsx';
import { AXIS_OF, layersOf, type Plane, PLANE_OF } from '../workspace/layers.ts';
import { ModeOnSlice, startModeDrag } from '../reading-modes/mode-on-slice.tsx';
import { useLayer } from './use-layer.ts';
import { VolumePane } from './volume-pane.tsx';
import type { Workspace } from '../workspace/workspace.ts';

/** For each axis, the axes that run to the right and down in its slices. */
const SCREEN_AXES: Record<Axis, readonly [right: Axis, down: Axis]> = { 2: [0, 1], 1: [0, 2], 0: [1, 2] };
/** Half of the gap at the crosshair's centre. */
const GAP_PX = 14;

interface OrthogonalPaneProps {
  workspace: Workspace;
  plane: Plane;
  onExpand: () => void;
}

/** One of the three MPR slices through the crosshair. */
export function OrthogonalPane({ workspace, plane, onExpand }: OrthogonalPaneProps) {
  const { volumeClient, state } = workspace;
  const axis = AXIS_OF[plane];
  const { cursor, frame } = useFields(state, 'cursor', 'frame');
  const { step, count, indexOf } = layersOf(volumeClient.placement, frame, axis);
  const index = indexOf(cursor);
  const { surface, image, layer } = useLayer(workspace, plane, index, plane);

  const scrollTo = (slice: number) =>
    moveCursor(
      workspace,
      layersOf(volumeClient.placement, state.get().frame, axis).moved(state.get().cursor, slice),
    );
  const scroll = (by: number) =>
    scrollTo(layersOf(volumeClient.placement, state.get().frame, axis).indexOf(state.get().cursor) + by);
  const label = PANE_LABELS[plane];
  const positionText = inMm(index * step);
  return (
    <VolumePane
      workspace={workspace}
      name={plane}
      label={label}
      image={image}
      surface={surface}
      layer={layer}
      scroll={scroll}
      startOwnDrag={(pointer, projection) =>
        startLevelling(workspace, axis, surface, pointer, projection) ??
        startModeDrag(workspace, surface, pointer, projection) ??
        (plane === 'axial' ? startArchDrag(workspace, surface, pointer, projection) : undefined)
      }
      onWheel={(steps) => scroll(slicesPerWheel(steps, plane))}
      onExpand={onExpand}
      lines={(projection) => (
        <>
          <Crosshair axis={axis} at={surface.toPosition(cursor).position} projection={projection} />
          <LevellingLines workspace={workspace} surface={surface} projection={projection} />
          <ModeOnSlice workspace={workspace} surface={surface} projection={projection} />
          {plane === 'axial' && <ArchLines workspace={workspace} surface={surface} projection={projection} />}
        </>
      )}
    >
      <PaneTitle name={label} color={PLANE_COLORS[plane]}>
        {index + 1} из {count} · {positionText}
      </PaneTitle>
      <OrientationLabels {...ORIENTATION_LETTERS[plane]} />
      <SliceSlider
        label={`${label}: срез`}
        value={index}
        last={count - 1}
        text={`${index + 1} из ${count}, ${positionText}`}
        onChange={scrollTo}
      />
      <CineControl label={label} onStep={() => scrollTo((indexOf(state.get().cursor) + 1) % count)} />
    </VolumePane>
  );
}

/**
 * Turning the wheel towards the user moves down through the head, and in the other planes to the back or
 * left.
 */
export function slicesPerWheel(steps: number, plane: Plane): number {
  const slices = Math.sign(steps) * Math.max(1, Math.round(Math.abs(steps)));
  return plane === 'axial' ? -slices : slices;
}

interface CrosshairProps {
  axis: Axis;
  at: Vec2;
  projection: Projection;
}

/** The lines of the other two planes, with a gap where they cross. */
export function Crosshair({ axis, at, projection: { matrix, pane } }: CrosshairProps) {
  const [x, y] = toScreen(matrix, at);
  const [vertical, horizontal] = SCREEN_AXES[axis];
  const color = (of: Axis) => PLANE_COLORS[PLANE_OF[of]];
  return (
    <g className={classes.crosshair}>
      <path d={`M${x} 0 V${y - GAP_PX} M${x} ${y + GAP_PX} V${pane[1]}`} stroke={color(vertical)} />
      <path d={`M0 ${y} H${x - GAP_PX} M${x + GAP_PX} ${y} H${pane[0]}`} stroke={color(horizontal)} />
    </g>
  );
}
