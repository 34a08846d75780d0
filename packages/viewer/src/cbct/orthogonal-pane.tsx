import type { Axis } from '@snimok/imaging/volume/slice';
import { useMemo } from 'react';
import { sliceSurface } from '../geometry/surface.ts';
import { toScreen } from '../geometry/viewport.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { inMm } from '../annotations/annotation.ts';
import { AnnotationShapes } from '../annotations/annotation-shapes.tsx';
import type { Drag, PointerSample } from '../pane/gestures.ts';
import { SliceSlider, PaneTitle, ScaleBar, OrientationLabels } from '../pane/pane-overlays.tsx';
import { Pane, type Projection } from '../pane/pane.tsx';
import { useStore } from '../store.ts';
import { useCut } from '../volume/use-cut.ts';
import { ArchLines, startArchDrag } from './arch-lines.tsx';
import { type Workspace, moveCursor, paperOf } from './workspace.ts';
import classes from './cbct.module.css';
import { changeViewport, handleHover, startToolDrag } from './pointer.ts';
import { ORIENTATION_LETTERS, PANE_LABELS, PLANE_COLORS } from './labels.ts';

type Plane = 'axial' | 'coronal' | 'sagittal';
const AXIS_OF: Record<Plane, Axis> = { sagittal: 0, coronal: 1, axial: 2 };
const PLANE_OF: Record<Axis, Plane> = { 0: 'sagittal', 1: 'coronal', 2: 'axial' };
/** Across and down in a slice: the planes whose lines cross in it. */
const ACROSS: Record<Axis, readonly [right: Axis, down: Axis]> = { 2: [0, 1], 1: [0, 2], 0: [1, 2] };
const GAP_PX = 14;

interface OrthogonalPaneProps {
  workspace: Workspace;
  plane: Plane;
  onExpand: () => void;
}

/** One of the three slices through the point of the cross-hairs. */
export function OrthogonalPane({ workspace, plane, onExpand }: OrthogonalPaneProps) {
  const { volumeClient, state, annotations } = workspace;
  const { size, spacingMm } = volumeClient.placement;
  const axis = AXIS_OF[plane];
  const { cursor, displayWindow, tool, slabMm, blend, viewports } = useStore(state, (all) => all);
  const annotationsState = useStore(annotations, (all) => all);
  const step = spacingMm[axis];
  const index = Math.round(cursor[axis] / step);
  const slices = Math.max(1, Math.round(slabMm / step));
  const cut = useMemo(() => ({ axis, index, slices, blend }), [axis, index, slices, blend]);
  const picture = useCut(volumeClient, plane, 'slice', cut);
  const surface = useMemo(
    () => sliceSurface(volumeClient.placement, axis, index * step),
    [volumeClient, axis, index, step],
  );
  const layer = paperOf(workspace, surface, Math.max(step * 0.75, slabMm / 2));
  const image = useMemo(
    () =>
      picture && {
        ...picture.response,
        pixel: [
          surface.sizeMm[0] / picture.response.width,
          surface.sizeMm[1] / picture.response.height,
        ] as const,
      },
    // the size is that of the volume, whichever slice
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [picture],
  );

  const scrollTo = (slice: number) => {
    const to: [number, number, number] = [...state.get().cursor];
    to[axis] = slice * step;
    moveCursor(workspace, to);
  };
  const scroll = (by: number) => scrollTo(Math.round(state.get().cursor[axis] / step) + by);
  const pick = (point: Vec3) => moveCursor(workspace, point);
  const press = (
    pointer: PointerSample,
    button: 'left' | 'middle' | 'right',
    projection: Projection,
  ): Drag | undefined =>
    (plane === 'axial' && button === 'left'
      ? startArchDrag(workspace, surface, pointer, projection)
      : undefined) ??
    startToolDrag(workspace, { name: plane, surface, layer, pick, scroll }, pointer, button, projection);

  const position = inMm(index * step);
  return (
    <Pane
      label={PANE_LABELS[plane]}
      image={image}
      size={surface.sizeMm}
      displayWindow={displayWindow}
      viewport={viewports[plane]}
      onViewport={(change) => changeViewport(workspace, plane, change)}
      startDrag={press}
      onHover={(pointer) => handleHover(workspace, [layer], pointer)}
      onWheel={(steps) => scroll(wheelSlices(steps, plane))}
      onDoubleClick={tool === 'cross' ? onExpand : undefined}
      cursor={CURSORS[tool] ?? 'crosshair'}
      overlay={(projection) => (
        <>
          <CrossLines axis={axis} at={surface.toPosition(cursor).position} projection={projection} />
          {plane === 'axial' && <ArchLines workspace={workspace} surface={surface} projection={projection} />}
          <AnnotationShapes state={annotationsState} layer={layer} projection={projection} />
          <ScaleBar {...projection} />
        </>
      )}
    >
      <PaneTitle name={PANE_LABELS[plane]} color={PLANE_COLORS[plane]}>
        {index + 1} из {size[axis]} · {position}
      </PaneTitle>
      <OrientationLabels {...ORIENTATION_LETTERS[plane]} />
      <SliceSlider
        label={`${PANE_LABELS[plane]}: срез`}
        value={index}
        last={size[axis] - 1}
        text={`${index + 1} из ${size[axis]}, ${position}`}
        onChange={scrollTo}
      />
    </Pane>
  );
}

export const CURSORS: Partial<Record<string, string>> = {
  scroll: 'ns-resize',
  window: 'ew-resize',
  move: 'grab',
  zoom: 'zoom-in',
};

/** Turned towards oneself the wheel goes down through the head, and back through the face. */
function wheelSlices(steps: number, plane: Plane): number {
  const slices = Math.sign(steps) * Math.max(1, Math.round(Math.abs(steps)));
  return plane === 'axial' ? -slices : slices;
}

interface CrossLinesProps {
  axis: Axis;
  at: readonly [number, number];
  projection: Projection;
}

/** The other two planes, with a gap where one wants to see. */
function CrossLines({ axis, at, projection: { matrix, pane } }: CrossLinesProps) {
  const [x, y] = toScreen(matrix, at);
  const [vertical, horizontal] = ACROSS[axis];
  const color = (of: Axis) => PLANE_COLORS[PLANE_OF[of]];
  return (
    <g className={classes.cross}>
      <path d={`M${x} 0 V${y - GAP_PX} M${x} ${y + GAP_PX} V${pane[1]}`} stroke={color(vertical)} />
      <path d={`M0 ${y} H${x - GAP_PX} M${x + GAP_PX} ${y} H${pane[0]}`} stroke={color(horizontal)} />
    </g>
  );
}
