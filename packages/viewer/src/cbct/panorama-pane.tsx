import { useMemo, useSyncExternalStore } from 'react';
import { inMm } from '../annotations/annotation.ts';
import { panoramaSurface } from '../geometry/surface.ts';
import { type Projection, toScreen } from '../geometry/viewport.ts';
import { OrientationLabels, PaneTitle } from '../pane/pane-overlays.tsx';
import { useStore } from '../store.ts';
import { unrolledAnnotationLayer, volumeAnnotationLayer } from './annotation-layers.ts';
import { crossSectionNumber, crossSectionPositionMm, heightsOf, panoramaCut } from './arch-cuts.ts';
import classes from './cbct.module.css';
import { moveCursorAlongArch } from './commands.ts';
import { ORIENTATION_LETTERS, PANE_LABELS, PLANE_COLORS, shortSectionLabel } from './labels.ts';
import { useArch } from './use-arch.ts';
import { useCut } from './use-cut.ts';
import { VolumePane } from './volume-pane.tsx';
import type { Workspace } from './workspace.ts';

interface PanoramaPaneProps {
  workspace: Workspace;
  /** the numbers of the cross-sections shown beside the panorama */
  crossSections?: readonly number[];
  onExpand: () => void;
}

/** The slab along the arch, unrolled; updated while the arch is dragged. */
export function PanoramaPane({ workspace, crossSections, onExpand }: PanoramaPaneProps) {
  const { volumeClient, state } = workspace;
  const sleeveMm = useStore(workspace.annotations, (all) => all.plan.sleeveMm);
  const { panoramaSlabMm, dragging, crossSectionStepMm, cursor } = useStore(state, (all) => all);
  const { arch, alongMm } = useArch(workspace);
  const surface = useMemo(
    () => panoramaSurface(arch, heightsOf(volumeClient.placement, arch)),
    [arch, volumeClient],
  );
  // the preview has no more detail than a coarse picture, which is there with those of the other panes
  const isPreview = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.arrived === 0);
  const isCoarse = dragging || isPreview;
  const cut = useMemo(
    () => panoramaCut(volumeClient.placement, arch, panoramaSlabMm, isCoarse),
    [volumeClient, arch, panoramaSlabMm, isCoarse],
  );
  const image = useCut(volumeClient, 'panorama', 'sheet', cut, surface.sizeMm);
  const layer = useMemo(() => {
    const half = panoramaSlabMm / 2;
    return volumeAnnotationLayer(workspace, surface, Math.max(0.75, half), [-half, half], sleeveMm);
  }, [workspace, surface, panoramaSlabMm, sleeveMm]);
  const number = crossSectionNumber(alongMm, crossSectionStepMm);
  const scroll = (by: number) => moveCursorAlongArch(workspace, arch, alongMm + by * crossSectionStepMm);
  return (
    <VolumePane
      workspace={workspace}
      name="panorama"
      label={PANE_LABELS.panorama}
      image={image}
      surface={surface}
      layer={layer}
      unrolledLayer={unrolledAnnotationLayer(workspace)}
      scroll={scroll}
      onWheel={(steps) => scroll(Math.sign(steps))}
      onExpand={onExpand}
      lines={(projection) => (
        <>
          <CrossSectionLines
            numbers={crossSections ?? [number]}
            current={number}
            stepMm={crossSectionStepMm}
            columnMm={arch.curve.stepMm / 2}
            heightMm={surface.sizeMm[1]}
            projection={projection}
          />
          <HeightLine
            y={toScreen(projection.matrix, surface.toPosition(cursor).position)[1]}
            width={projection.pane[0]}
          />
        </>
      )}
    >
      <PaneTitle name={PANE_LABELS.panorama}>слой {inMm(panoramaSlabMm)}</PaneTitle>
      <OrientationLabels {...ORIENTATION_LETTERS.panorama} />
    </VolumePane>
  );
}

const HeightLine = ({ y, width }: { y: number; width: number }) => (
  <g className={classes.crosshair}>
    <path d={`M0 ${y} H${width}`} stroke={PLANE_COLORS.axial} />
  </g>
);

/** The width of «сеч. 23». */
const LABEL_WIDTH_PX = 52;

interface CrossSectionLinesProps {
  numbers: readonly number[];
  current: number;
  stepMm: number;
  columnMm: number;
  heightMm: number;
  projection: Projection;
}

/** The positions of the cross-sections on the panorama, with their numbers. */
const CrossSectionLines = ({
  numbers,
  current,
  stepMm,
  columnMm,
  heightMm,
  projection,
}: CrossSectionLinesProps) => (
  <g className={classes.crossSectionLines}>
    {numbers.map((number, index) => {
      const position = crossSectionPositionMm(number, stepMm) + columnMm;
      const [x, top] = toScreen(projection.matrix, [position, 0]);
      const bottom = toScreen(projection.matrix, [position, heightMm])[1];
      const isEdge = index === 0 || index === numbers.length - 1;
      return (
        <g key={number}>
          <path d={`M${x} ${Math.max(44, top)} V${bottom}`} data-current={number === current || undefined} />
          {isNumberShown(number - current, stepMm * projection.pxPerUnit, isEdge) && (
            <text x={x} y={Math.max(40, top - 4)}>
              {shortSectionLabel(number)}
            </text>
          )}
        </g>
      );
    })}
  </g>
);

/** Numbers must not overlap: where the lines are close, only the current one and the edges have a number. */
function isNumberShown(fromCurrent: number, stepPx: number, isEdge: boolean): boolean {
  if (fromCurrent === 0) return true;
  return Math.abs(fromCurrent) * stepPx > LABEL_WIDTH_PX && (isEdge || stepPx > LABEL_WIDTH_PX);
}
