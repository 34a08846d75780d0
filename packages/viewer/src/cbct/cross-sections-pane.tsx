import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { crossSectionSurface } from '../geometry/surface.ts';
import type { ArchCurve } from '../geometry/surface.ts';
import { clamp, type Vec3 } from '../geometry/vectors.ts';
import { toScreen } from '../geometry/viewport.ts';
import { AnnotationShapes } from '../annotations/annotation-shapes.tsx';
import { PaneTitle, ScaleBar, OrientationLabels } from '../pane/pane-overlays.tsx';
import { Pane } from '../pane/pane.tsx';
import { useStore } from '../store.ts';
import { useCut } from '../volume/use-cut.ts';
import { placeOf } from '@snimok/imaging/panorama/plane';
import { pointOnCurve } from '../geometry/arch.ts';
import {
  crossSectionPositionMm,
  heightsOf,
  crossSectionNumber,
  CROSS_SECTION_WIDTH_MM,
  crossSectionCount,
  crossSectionCut,
} from './arch-cuts.ts';
import { type Workspace, moveCursor, paperOf } from './workspace.ts';
import classes from './cbct.module.css';
import { CURSORS } from './orthogonal-pane.tsx';
import { changeViewport, handleHover, startToolDrag } from './pointer.ts';
import { useArch } from './use-arch.ts';
import { PANE_LABELS, PLANE_COLORS } from './labels.ts';

const NARROWEST_PX = 150;
const MOST = 9;

interface CrossSectionsPaneProps {
  workspace: Workspace;
  /** tells which numbers are shown */
  onNumbers?: (numbers: readonly number[]) => void;
  onExpand?: () => void;
}

/** Cuts across the arch side by side, as many as there is room for. */
export function CrossSectionsPane({ workspace, onNumbers, onExpand }: CrossSectionsPaneProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(1);
  const { crossSectionStepMm } = useStore(workspace.state, (all) => all);
  const { arch, alongMm } = useArch(workspace);
  const total = crossSectionCount(arch, crossSectionStepMm);
  const current = clamp(crossSectionNumber(alongMm, crossSectionStepMm), 1, total);
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
    <div ref={frame} className={classes.crossSections}>
      {numbers.map((number, at) => (
        <CrossSectionPane
          key={at}
          column={at}
          workspace={workspace}
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
  const storedArch = was === count && current >= first && current < first + count ? first : centred;
  const next = clamp(storedArch, 1, Math.max(1, total - count + 1));
  if (next !== first) setFirst(next);
  if (was !== count) setWas(count);
  return next;
}

interface CrossSectionPaneProps {
  workspace: Workspace;
  column: number;
  arch: ArchCurve;
  number: number;
  isCurrent: boolean;
  onExpand: (() => void) | undefined;
}

function CrossSectionPane({ workspace, column, arch, number, isCurrent, onExpand }: CrossSectionPaneProps) {
  const { volumeClient, state, annotations } = workspace;
  const { displayWindow, tool, viewports, dragging, crossSectionStepMm, cursor } = useStore(
    state,
    (all) => all,
  );
  const annotationsState = useStore(annotations, (all) => all);
  const alongMm = crossSectionPositionMm(number, crossSectionStepMm);
  const cut = useMemo(
    () => crossSectionCut(volumeClient.placement, arch, alongMm, dragging),
    [volumeClient, arch, alongMm, dragging],
  );
  const picture = useCut(volumeClient, `section ${column}`, 'sheet', cut);
  const surface = useMemo(
    () => crossSectionSurface(arch, alongMm, CROSS_SECTION_WIDTH_MM, heightsOf(volumeClient.placement, arch)),
    [arch, alongMm, volumeClient],
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [picture],
  );
  const layer = paperOf(workspace, surface, crossSectionStepMm / 2);
  const pick = (point: Vec3) => moveCursor(workspace, point);
  const scroll = (by: number) => {
    const { cursor: now } = state.get();
    const step = pointOnCurve(arch.curve, crossSectionPositionMm(number + by, crossSectionStepMm));
    const [x, y] = placeOf(arch.plane, step.at);
    moveCursor(workspace, [x, y, now[2]]);
  };
  return (
    <Pane
      label={`${PANE_LABELS.crossSections} ${number}`}
      image={image}
      size={surface.sizeMm}
      displayWindow={displayWindow}
      viewport={viewports.crossSections}
      onViewport={(change) => changeViewport(workspace, 'crossSections', change)}
      startDrag={(pointer, button, projection) =>
        startToolDrag(
          workspace,
          { name: 'crossSections', surface, layer, pick, scroll },
          pointer,
          button,
          projection,
        )
      }
      onHover={(pointer) => handleHover(workspace, [layer], pointer)}
      onWheel={(steps) => scroll(Math.sign(steps))}
      onDoubleClick={tool === 'cross' ? onExpand : undefined}
      cursor={CURSORS[tool] ?? 'crosshair'}
      overlay={(projection) => {
        const [x, y] = toScreen(projection.matrix, surface.toPosition(cursor).position);
        return (
          <>
            <g className={classes.cross}>
              <path d={`M0 ${y} H${projection.pane[0]}`} stroke={PLANE_COLORS.axial} />
              {isCurrent && <path d={`M${x} 0 V${projection.pane[1]}`} stroke="#ffd43b" />}
            </g>
            <AnnotationShapes state={annotationsState} layer={layer} projection={projection} />
            {column === 0 && <ScaleBar {...projection} />}
          </>
        );
      }}
    >
      <PaneTitle name={String(number)} {...(isCurrent && { color: '#ffd43b' })} />
      <OrientationLabels left="Щ" right="Я" />
    </Pane>
  );
}
