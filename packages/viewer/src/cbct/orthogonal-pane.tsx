import type { Axis } from '@snimok/imaging/volume/slice';
import { useMemo } from 'react';
import { inMm } from '../annotations/annotation.ts';
import {
  type Frame,
  fromFrame,
  layerAt,
  layerCut,
  layerMm,
  layerSurface,
  toFrame,
} from '../geometry/frame.ts';
import { type Grid, sliceSurface } from '../geometry/surface.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { type Projection, toScreen } from '../geometry/viewport.ts';
import { OrientationLabels, PaneTitle, SliceSlider } from '../pane/pane-overlays.tsx';
import { useStore } from '../store.ts';
import { volumeAnnotationLayer } from './annotation-layers.ts';
import { ArchLines, startArchDrag } from './arch-lines.tsx';
import classes from './cbct.module.css';
import { moveCursor } from './commands.ts';
import { ORIENTATION_LETTERS, PANE_LABELS, PLANE_COLORS } from './labels.ts';
import { LevellingLines, startLevelling } from './levelling-lines.tsx';
import { useCut } from './use-cut.ts';
import { VolumePane } from './volume-pane.tsx';
import type { Workspace } from './workspace.ts';

type Plane = 'axial' | 'coronal' | 'sagittal';
const AXIS_OF: Record<Plane, Axis> = { sagittal: 0, coronal: 1, axial: 2 };
const PLANE_OF: Record<Axis, Plane> = { 0: 'sagittal', 1: 'coronal', 2: 'axial' };
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
  const sleeveMm = useStore(workspace.annotations, (all) => all.plan.sleeveMm);
  const axis = AXIS_OF[plane];
  const { cursor, slabMm, blend, frame } = useStore(state, (all) => all);
  const layers = layersOf(volumeClient.placement, frame, axis);
  const { step, count } = layers;
  const index = layers.indexOf(cursor);
  const slices = Math.max(1, Math.round(slabMm / step));
  const surface = useMemo(
    () =>
      frame ? layerSurface(frame, axis, index) : sliceSurface(volumeClient.placement, axis, index * step),
    [volumeClient, frame, axis, index, step],
  );
  const cut = useMemo(
    () => (frame ? layerCut(frame, axis, index, slices, blend) : { axis, index, slices, blend }),
    [frame, axis, index, slices, blend],
  );
  const image = useCut(volumeClient, plane, frame ? 'sheet' : 'slice', cut, surface.sizeMm);
  const layer = useMemo(() => {
    // between the outermost of the slices that are combined
    const slab = [-Math.floor((slices - 1) / 2) * step, Math.floor(slices / 2) * step] as const;
    return volumeAnnotationLayer(workspace, surface, Math.max(step * 0.75, slabMm / 2), slab, sleeveMm);
  }, [workspace, surface, slices, step, slabMm, sleeveMm]);

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
        (plane === 'axial' ? startArchDrag(workspace, surface, pointer, projection) : undefined)
      }
      onWheel={(steps) => scroll(slicesPerWheel(steps, plane))}
      onExpand={onExpand}
      lines={(projection) => (
        <>
          <Crosshair axis={axis} at={surface.toPosition(cursor).position} projection={projection} />
          <LevellingLines workspace={workspace} surface={surface} projection={projection} />
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
    </VolumePane>
  );
}

/** The layers that a pane scrolls through: of the voxels, or of a levelled volume. */
function layersOf({ size, spacingMm }: Grid, frame: Frame | undefined, axis: Axis) {
  if (!frame) {
    const step = spacingMm[axis];
    return {
      step,
      count: size[axis],
      indexOf: (point: Vec3) => Math.round(point[axis] / step),
      moved: (point: Vec3, index: number): Vec3 => {
        const to: [number, number, number] = [...point];
        to[axis] = index * step;
        return to;
      },
    };
  }
  return {
    step: frame.stepMm,
    count: frame.count[axis],
    indexOf: (point: Vec3) => layerAt(frame, point, axis),
    moved: (point: Vec3, index: number): Vec3 => {
      const to: [number, number, number] = [...toFrame(frame, point)];
      to[axis] = layerMm(frame, index);
      return fromFrame(frame, to);
    },
  };
}

/**
 * Turning the wheel towards the user moves down through the head, and in the other planes to the back or
 * left.
 */
function slicesPerWheel(steps: number, plane: Plane): number {
  const slices = Math.sign(steps) * Math.max(1, Math.round(Math.abs(steps)));
  return plane === 'axial' ? -slices : slices;
}

interface CrosshairProps {
  axis: Axis;
  at: Vec2;
  projection: Projection;
}

/** The lines of the other two planes, with a gap where they cross. */
function Crosshair({ axis, at, projection: { matrix, pane } }: CrosshairProps) {
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
