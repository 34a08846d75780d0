import { useMemo } from 'react';
import { placeOf } from '@snimok/imaging/panorama/plane';
import { placeOn } from '../geometry/arch.ts';
import { panoramaSurface } from '../geometry/surface.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { toScreen } from '../geometry/viewport.ts';
import { inMm } from '../annotations/annotation.ts';
import { AnnotationShapes } from '../annotations/annotation-shapes.tsx';
import { PaneTitle, ScaleBar, SideLetters } from '../pane/pane-overlays.tsx';
import type { Touch } from '../pane/gestures.ts';
import { Pane, type Projection } from '../pane/pane.tsx';
import { useStore } from '../store.ts';
import { useCut } from '../volume/use-cut.ts';
import { alongOf, heightsOf, numberOf, panoramaCut } from './arch-cuts.ts';
import { type Workspace, moveCursor, paperOf, unrolledPaper } from './workspace.ts';
import classes from './cbct.module.css';
import { CURSORS } from './orthogonal-pane.tsx';
import { changeView, hoverIn, pressIn } from './pointer.ts';
import { useArch } from './use-arch.ts';
import { LETTERS, PANE_WORDS, PLANE_COLORS } from './labels.ts';

interface PanoramaPaneProps {
  bench: Workspace;
  /** numbers of the sections that stand beside it */
  sections?: readonly number[];
  onExpand: () => void;
}

/** The slab along the arch, unrolled; cut anew while the arch is dragged. */
export function PanoramaPane({ bench, sections, onExpand }: PanoramaPaneProps) {
  const { desk, state, marks } = bench;
  const { tone, tool, views, panoramaSlabMm, dragging, sectionStepMm, cursor } = useStore(
    state,
    (all) => all,
  );
  const marksState = useStore(marks, (all) => all);
  const { arch, along } = useArch(bench);
  const cut = useMemo(
    () => panoramaCut(desk.placement, arch, panoramaSlabMm, dragging),
    [desk, arch, panoramaSlabMm, dragging],
  );
  const picture = useCut(desk, 'panorama', 'sheet', cut);
  const surface = useMemo(() => panoramaSurface(arch, heightsOf(desk.placement, arch)), [arch, desk]);
  const grey = useMemo(
    () =>
      picture && {
        ...picture.answer,
        pixel: [surface.sizeMm[0] / picture.answer.width, surface.sizeMm[1] / picture.answer.height] as const,
      },
    // the old picture keeps its size until the new one has come
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [picture],
  );
  const paper = paperOf(bench, surface, Math.max(0.75, panoramaSlabMm / 2));
  const measured = unrolledPaper(bench);
  const number = numberOf(along, sectionStepMm);

  /** The height stays; across the arch one comes to its middle. */
  const goAlong = (to: number) => {
    const { at } = placeOn(arch.curve, to);
    const [x, y] = placeOf(arch.plane, at);
    moveCursor(bench, [x, y, state.get().cursor[2]]);
  };
  const scroll = (by: number) => goAlong(along + by * sectionStepMm);
  const pick = (point: Vec3) => moveCursor(bench, point);

  return (
    <Pane
      label={PANE_WORDS.panorama}
      grey={grey}
      size={surface.sizeMm}
      tone={tone}
      view={views.panorama}
      onView={(change) => changeView(bench, 'panorama', change)}
      press={(touch: Touch, button, projection) =>
        pressIn(
          bench,
          { name: 'panorama', surface, paper, measured, pick, scroll },
          touch,
          button,
          projection,
        )
      }
      onHover={(touch) => hoverIn(bench, [paper, measured], touch)}
      onWheel={(steps) => scroll(Math.sign(steps))}
      onDoubleClick={tool === 'cross' ? onExpand : undefined}
      cursor={CURSORS[tool] ?? 'crosshair'}
      overlay={(projection) => (
        <>
          <SectionLines
            numbers={sections ?? [number]}
            current={number}
            stepMm={sectionStepMm}
            columnMm={arch.curve.stepMm / 2}
            heightMm={surface.sizeMm[1]}
            projection={projection}
          />
          <HeightLine
            y={toScreen(projection.matrix, surface.toPlace(cursor).place)[1]}
            width={projection.pane[0]}
          />
          <AnnotationShapes state={marksState} paper={paper} projection={projection} />
          <AnnotationShapes state={marksState} paper={measured} projection={projection} />
          <ScaleBar {...projection} />
        </>
      )}
    >
      <PaneTitle name={PANE_WORDS.panorama}>слой {inMm(panoramaSlabMm)}</PaneTitle>
      <SideLetters {...LETTERS.panorama} />
    </Pane>
  );
}

const HeightLine = ({ y, width }: { y: number; width: number }) => (
  <g className={classes.cross}>
    <path d={`M0 ${y} H${width}`} stroke={PLANE_COLORS.axial} />
  </g>
);

/** For two digits. */
const ROOM_PX = 18;

interface SectionLinesProps {
  numbers: readonly number[];
  current: number;
  stepMm: number;
  columnMm: number;
  heightMm: number;
  projection: Projection;
}

/** Where the sections stand that are shown beside, each with its number. */
const SectionLines = ({ numbers, current, stepMm, columnMm, heightMm, projection }: SectionLinesProps) => (
  <g className={classes.sectionLines}>
    {numbers.map((number, index) => {
      // numbers that would run into one another: the first, the last and the one in hand are enough
      const isTold =
        number === current ||
        (current - number) * (stepMm * projection.pxPerUnit) > ROOM_PX ||
        (number - current) * (stepMm * projection.pxPerUnit) > ROOM_PX;
      const isEdge = index === 0 || index === numbers.length - 1 || stepMm * projection.pxPerUnit > ROOM_PX;
      const u = alongOf(number, stepMm) + columnMm;
      const [x, top] = toScreen(projection.matrix, [u, 0]);
      const bottom = toScreen(projection.matrix, [u, heightMm])[1];
      return (
        <g key={number}>
          <path d={`M${x} ${Math.max(44, top)} V${bottom}`} data-current={number === current || undefined} />
          {isTold && (isEdge || number === current) && (
            <text x={x} y={Math.max(40, top - 4)}>
              {number}
            </text>
          )}
        </g>
      );
    })}
  </g>
);
