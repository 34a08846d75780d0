import { useMemo, useSyncExternalStore } from 'react';
import { panoramaSurface } from '../../geometry/surface.ts';
import { type Projection, toScreen } from '../../geometry/viewport.ts';
import { OrientationLabels, PaneTitle } from '../../pane/pane-overlays.tsx';
import { useFields, useStore } from '../../state/store.ts';
import { unrolledAnnotationLayer, volumeAnnotationLayer } from './annotation-layers.ts';
import {
  crossSectionNumber,
  crossSectionPositionMm,
  heightsOf,
  panoramaCut,
  pointOfSection,
  shiftedArch,
} from '../arch/arch-cuts.ts';
import { archRemark } from '../arch/arch-of-study.ts';
import classes from '../workspace/cbct.module.css';
import { moveCursorAlongArch } from '../workspace/commands.ts';
import { ORIENTATION_LETTERS, PANE_LABELS, PLANE_COLORS, panoramaDetails } from '../workspace/labels.ts';
import { isNumberShown, SectionNumber } from '../arch/section-number.tsx';
import { pickTooth, ToothNumbers, useToothPlaces } from './tooth-numbers.tsx';
import { useArch } from '../arch/use-arch.ts';
import { useCut } from './use-cut.ts';
import { VolumePane } from './volume-pane.tsx';
import type { Workspace } from '../workspace/workspace.ts';

interface PanoramaPaneProps {
  workspace: Workspace;
  onExpand: () => void;
}

/** The slab along the arch, unrolled; updated while the arch is dragged. */
export function PanoramaPane({ workspace, onExpand }: PanoramaPaneProps) {
  const { volumeClient, state } = workspace;
  const sleeveMm = useStore(workspace.annotations, (all) => all.plan.sleeveMm);
  const shown = useFields(
    state,
    'arch',
    'jaw',
    'cursor',
    'dragging',
    'panoramaSlabMm',
    'panoramaShiftMm',
    'panoramaBlend',
    'crossSectionStepMm',
    'shownSections',
  );
  const { panoramaSlabMm, panoramaShiftMm, panoramaBlend, dragging, crossSectionStepMm, cursor } = shown;
  const { arch: teeth, alongMm } = useArch(workspace);
  const arch = useMemo(() => shiftedArch(teeth, panoramaShiftMm), [teeth, panoramaShiftMm]);
  const surface = useMemo(
    () => panoramaSurface(arch, heightsOf(volumeClient.placement, arch)),
    [arch, volumeClient],
  );
  // the preview has no more detail than a coarse picture, which arrives together with the pictures of the other panes
  const isPreview = useSyncExternalStore(volumeClient.subscribe, () => volumeClient.arrived === 0);
  const isCoarse = dragging || isPreview;
  const cut = useMemo(
    () => panoramaCut(volumeClient.placement, arch, panoramaSlabMm, isCoarse, panoramaBlend),
    [volumeClient, arch, panoramaSlabMm, isCoarse, panoramaBlend],
  );
  const image = useCut(volumeClient, 'panorama', 'sheet', cut, surface.sizeMm);
  const layer = useMemo(() => {
    const half = panoramaSlabMm / 2;
    return volumeAnnotationLayer(workspace, surface, Math.max(0.75, half), [-half, half], sleeveMm);
  }, [workspace, surface, panoramaSlabMm, sleeveMm]);
  const teethShown = useToothPlaces(workspace);
  const number = crossSectionNumber(alongMm, crossSectionStepMm);
  const remark = archRemark(workspace.study, shown.arch);
  const scroll = (by: number) => moveCursorAlongArch(workspace, teeth, alongMm + by * crossSectionStepMm);
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
      startOwnDrag={(pointer, projection) => pickTooth(workspace, surface, teethShown, pointer, projection)}
      onWheel={(steps) => scroll(Math.sign(steps))}
      onExpand={onExpand}
      lines={(projection) => (
        <>
          <CrossSectionLines
            numbers={shown.shownSections.length > 0 ? shown.shownSections : [number]}
            current={number}
            stepMm={crossSectionStepMm}
            columnAt={(along) => surface.toPosition(pointOfSection(teeth, along)).position[0]}
            heightMm={surface.sizeMm[1]}
            projection={projection}
          />
          <HeightLine
            y={toScreen(projection.matrix, surface.toPosition(cursor).position)[1]}
            width={projection.pane[0]}
          />
          <ToothNumbers workspace={workspace} surface={surface} teeth={teethShown} projection={projection} />
        </>
      )}
    >
      <PaneTitle name={PANE_LABELS.panorama}>
        {[panoramaDetails(shown), ...(remark ? [remark] : [])].join(' · ')}
      </PaneTitle>
      <OrientationLabels {...ORIENTATION_LETTERS.panorama} />
    </VolumePane>
  );
}

const HeightLine = ({ y, width }: { y: number; width: number }) => (
  <g className={classes.crosshair}>
    <path d={`M0 ${y} H${width}`} stroke={PLANE_COLORS.axial} />
  </g>
);

interface CrossSectionLinesProps {
  numbers: readonly number[];
  current: number;
  stepMm: number;
  /** where a section at a length along the arch crosses the panorama */
  columnAt: (alongMm: number) => number;
  heightMm: number;
  projection: Projection;
}

/** The positions of the cross-sections on the panorama, with their numbers. */
const CrossSectionLines = ({
  numbers,
  current,
  stepMm,
  columnAt,
  heightMm,
  projection,
}: CrossSectionLinesProps) => (
  <g className={classes.crossSectionLines}>
    {numbers.map((number, index) => {
      const position = columnAt(crossSectionPositionMm(number, stepMm));
      const [x, top] = toScreen(projection.matrix, [position, 0]);
      const bottom = toScreen(projection.matrix, [position, heightMm])[1];
      const isEdge = index === 0 || index === numbers.length - 1;
      return (
        <g key={number}>
          <path d={`M${x} ${Math.max(44, top)} V${bottom}`} data-current={number === current || undefined} />
          {isNumberShown(number - current, stepMm * projection.pxPerUnit, isEdge) && (
            <SectionNumber number={number} at={[x, Math.max(40, top - 4)]} />
          )}
        </g>
      );
    })}
  </g>
);
