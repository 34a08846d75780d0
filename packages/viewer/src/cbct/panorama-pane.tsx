import { useMemo } from 'react';
import { placeOf } from '@snimok/imaging/panorama/plane';
import { pointOnCurve } from '../geometry/arch.ts';
import { panoramaSurface } from '../geometry/surface.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { toScreen } from '../geometry/viewport.ts';
import { inMm } from '../annotations/annotation.ts';
import { AnnotationShapes } from '../annotations/annotation-shapes.tsx';
import { PaneTitle, ScaleBar, OrientationLabels } from '../pane/pane-overlays.tsx';
import type { PointerSample } from '../pane/gestures.ts';
import { Pane, type Projection } from '../pane/pane.tsx';
import { useStore } from '../store.ts';
import { useCut } from '../volume/use-cut.ts';
import { crossSectionPositionMm, heightsOf, crossSectionNumber, panoramaCut } from './arch-cuts.ts';
import { type Workspace, moveCursor, paperOf, unrolledAnnotationLayer } from './workspace.ts';
import classes from './cbct.module.css';
import { CURSORS } from './orthogonal-pane.tsx';
import { changeViewport, handleHover, startToolDrag } from './pointer.ts';
import { useArch } from './use-arch.ts';
import { ORIENTATION_LETTERS, PANE_LABELS, PLANE_COLORS } from './labels.ts';

interface PanoramaPaneProps {
  workspace: Workspace;
  /** numbers of the sections that stand beside it */
  crossSections?: readonly number[];
  onExpand: () => void;
}

/** The slab along the arch, unrolled; cut anew while the arch is dragged. */
export function PanoramaPane({ workspace, crossSections, onExpand }: PanoramaPaneProps) {
  const { volumeClient, state, annotations } = workspace;
  const { displayWindow, tool, viewports, panoramaSlabMm, dragging, crossSectionStepMm, cursor } = useStore(
    state,
    (all) => all,
  );
  const annotationsState = useStore(annotations, (all) => all);
  const { arch, alongMm } = useArch(workspace);
  const cut = useMemo(
    () => panoramaCut(volumeClient.placement, arch, panoramaSlabMm, dragging),
    [volumeClient, arch, panoramaSlabMm, dragging],
  );
  const picture = useCut(volumeClient, 'panorama', 'sheet', cut);
  const surface = useMemo(
    () => panoramaSurface(arch, heightsOf(volumeClient.placement, arch)),
    [arch, volumeClient],
  );
  const image = useMemo(
    () =>
      picture && {
        ...picture.response,
        pixel: [
          surface.sizeMm[0] / picture.response.width,
          surface.sizeMm[1] / picture.response.height,
        ] as const,
      },
    // the old picture keeps its size until the new one has come
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [picture],
  );
  const layer = paperOf(workspace, surface, Math.max(0.75, panoramaSlabMm / 2));
  const unrolledLayer = unrolledAnnotationLayer(workspace);
  const number = crossSectionNumber(alongMm, crossSectionStepMm);

  /** The height stays; across the arch one comes to its middle. */
  const goAlong = (to: number) => {
    const { at } = pointOnCurve(arch.curve, to);
    const [x, y] = placeOf(arch.plane, at);
    moveCursor(workspace, [x, y, state.get().cursor[2]]);
  };
  const scroll = (by: number) => goAlong(alongMm + by * crossSectionStepMm);
  const pick = (point: Vec3) => moveCursor(workspace, point);

  return (
    <Pane
      label={PANE_LABELS.panorama}
      image={image}
      size={surface.sizeMm}
      displayWindow={displayWindow}
      viewport={viewports.panorama}
      onViewport={(change) => changeViewport(workspace, 'panorama', change)}
      startDrag={(pointer: PointerSample, button, projection) =>
        startToolDrag(
          workspace,
          { name: 'panorama', surface, layer, unrolledLayer, pick, scroll },
          pointer,
          button,
          projection,
        )
      }
      onHover={(pointer) => handleHover(workspace, [layer, unrolledLayer], pointer)}
      onWheel={(steps) => scroll(Math.sign(steps))}
      onDoubleClick={tool === 'cross' ? onExpand : undefined}
      cursor={CURSORS[tool] ?? 'crosshair'}
      overlay={(projection) => (
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
          <AnnotationShapes state={annotationsState} layer={layer} projection={projection} />
          <AnnotationShapes state={annotationsState} layer={unrolledLayer} projection={projection} />
          <ScaleBar {...projection} />
        </>
      )}
    >
      <PaneTitle name={PANE_LABELS.panorama}>слой {inMm(panoramaSlabMm)}</PaneTitle>
      <OrientationLabels {...ORIENTATION_LETTERS.panorama} />
    </Pane>
  );
}

const HeightLine = ({ y, width }: { y: number; width: number }) => (
  <g className={classes.cross}>
    <path d={`M0 ${y} H${width}`} stroke={PLANE_COLORS.axial} />
  </g>
);

/** For two digits. */
const LABEL_WIDTH_PX = 18;

interface CrossSectionLinesProps {
  numbers: readonly number[];
  current: number;
  stepMm: number;
  columnMm: number;
  heightMm: number;
  projection: Projection;
}

/** Where the sections stand that are shown beside, each with its number. */
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
      // numbers that would run into one another: the first, the last and the one in hand are enough
      const isLabelled =
        number === current ||
        (current - number) * (stepMm * projection.pxPerUnit) > LABEL_WIDTH_PX ||
        (number - current) * (stepMm * projection.pxPerUnit) > LABEL_WIDTH_PX;
      const isEdge =
        index === 0 || index === numbers.length - 1 || stepMm * projection.pxPerUnit > LABEL_WIDTH_PX;
      const u = crossSectionPositionMm(number, stepMm) + columnMm;
      const [x, top] = toScreen(projection.matrix, [u, 0]);
      const bottom = toScreen(projection.matrix, [u, heightMm])[1];
      return (
        <g key={number}>
          <path d={`M${x} ${Math.max(44, top)} V${bottom}`} data-current={number === current || undefined} />
          {isLabelled && (isEdge || number === current) && (
            <text x={x} y={Math.max(40, top - 4)}>
              {number}
            </text>
          )}
        </g>
      );
    })}
  </g>
);
