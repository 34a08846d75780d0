import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { sectionSurface } from '../geometry/surface.ts';
import type { ArchCurve } from '../geometry/surface.ts';
import { clamp, type Vec3 } from '../geometry/vectors.ts';
import { toScreen } from '../geometry/viewport.ts';
import { AnnotationShapes } from '../annotations/annotation-shapes.tsx';
import { PaneTitle, ScaleBar, SideLetters } from '../pane/pane-overlays.tsx';
import { Pane } from '../pane/pane.tsx';
import { useStore } from '../store.ts';
import { useCut } from '../volume/use-cut.ts';
import { placeOf } from '@snimok/imaging/panorama/plane';
import { placeOn } from '../geometry/arch.ts';
import { alongOf, heightsOf, numberOf, SECTION_WIDTH_MM, sectionCount, sectionCut } from './arch-cuts.ts';
import { type Workspace, moveCursor, paperOf } from './workspace.ts';
import classes from './cbct.module.css';
import { CURSORS } from './orthogonal-pane.tsx';
import { changeView, hoverIn, pressIn } from './pointer.ts';
import { useArch } from './use-arch.ts';
import { PANE_WORDS, PLANE_COLORS } from './labels.ts';

const NARROWEST_PX = 150;
const MOST = 9;

interface SectionsPaneProps {
  bench: Workspace;
  /** tells which numbers are shown */
  onNumbers?: (numbers: readonly number[]) => void;
  onExpand?: () => void;
}

/** Cuts across the arch side by side, as many as there is room for. */
export function SectionsPane({ bench, onNumbers, onExpand }: SectionsPaneProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(1);
  const { sectionStepMm } = useStore(bench.state, (all) => all);
  const { arch, along } = useArch(bench);
  const total = sectionCount(arch, sectionStepMm);
  const current = clamp(numberOf(along, sectionStepMm), 1, total);
  const count = Math.min(room, total);
  const first = useFirst(current, count, total);
  const numbers = useMemo(() => Array.from({ length: count }, (_, at) => first + at), [first, count]);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setRoom(clamp(Math.floor(element.clientWidth / NARROWEST_PX), 1, MOST));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => onNumbers?.(numbers), [numbers, onNumbers]);

  return (
    <div ref={frame} className={classes.sections}>
      {numbers.map((number, at) => (
        <Section
          key={at}
          slot={at}
          bench={bench}
          arch={arch}
          number={number}
          isCurrent={number === current}
          onExpand={onExpand}
        />
      ))}
    </div>
  );
}

/** The row moves on only when the cross-hairs leave it: what one presses must not slip away. */
function useFirst(current: number, count: number, total: number): number {
  const [first, setFirst] = useState(() => current - Math.floor(count / 2));
  const [was, setWas] = useState(count);
  const centred = current - Math.floor((count - 1) / 2);
  const kept = was === count && current >= first && current < first + count ? first : centred;
  const next = clamp(kept, 1, Math.max(1, total - count + 1));
  if (next !== first) setFirst(next);
  if (was !== count) setWas(count);
  return next;
}

interface SectionProps {
  bench: Workspace;
  slot: number;
  arch: ArchCurve;
  number: number;
  isCurrent: boolean;
  onExpand: (() => void) | undefined;
}

function Section({ bench, slot, arch, number, isCurrent, onExpand }: SectionProps) {
  const { desk, state, marks } = bench;
  const { tone, tool, views, dragging, sectionStepMm, cursor } = useStore(state, (all) => all);
  const marksState = useStore(marks, (all) => all);
  const along = alongOf(number, sectionStepMm);
  const cut = useMemo(() => sectionCut(desk.placement, arch, along, dragging), [desk, arch, along, dragging]);
  const picture = useCut(desk, `section ${slot}`, 'sheet', cut);
  const surface = useMemo(
    () => sectionSurface(arch, along, SECTION_WIDTH_MM, heightsOf(desk.placement, arch)),
    [arch, along, desk],
  );
  const grey = useMemo(
    () =>
      picture && {
        ...picture.answer,
        pixel: [surface.sizeMm[0] / picture.answer.width, surface.sizeMm[1] / picture.answer.height] as const,
      },
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [picture],
  );
  const paper = paperOf(bench, surface, sectionStepMm / 2);
  const pick = (point: Vec3) => moveCursor(bench, point);
  const scroll = (by: number) => {
    const { cursor: now } = state.get();
    const step = placeOn(arch.curve, alongOf(number + by, sectionStepMm));
    const [x, y] = placeOf(arch.plane, step.at);
    moveCursor(bench, [x, y, now[2]]);
  };
  return (
    <Pane
      label={`${PANE_WORDS.sections} ${number}`}
      grey={grey}
      size={surface.sizeMm}
      tone={tone}
      view={views.sections}
      onView={(change) => changeView(bench, 'sections', change)}
      press={(touch, button, projection) =>
        pressIn(bench, { name: 'sections', surface, paper, pick, scroll }, touch, button, projection)
      }
      onHover={(touch) => hoverIn(bench, [paper], touch)}
      onWheel={(steps) => scroll(Math.sign(steps))}
      onDoubleClick={tool === 'cross' ? onExpand : undefined}
      cursor={CURSORS[tool] ?? 'crosshair'}
      overlay={(projection) => {
        const [x, y] = toScreen(projection.matrix, surface.toPlace(cursor).place);
        return (
          <>
            <g className={classes.cross}>
              <path d={`M0 ${y} H${projection.pane[0]}`} stroke={PLANE_COLORS.axial} />
              {isCurrent && <path d={`M${x} 0 V${projection.pane[1]}`} stroke="#ffd43b" />}
            </g>
            <AnnotationShapes state={marksState} paper={paper} projection={projection} />
            {slot === 0 && <ScaleBar {...projection} />}
          </>
        );
      }}
    >
      <PaneTitle name={String(number)} {...(isCurrent && { color: '#ffd43b' })} />
      <SideLetters left="Щ" right="Я" />
    </Pane>
  );
}
