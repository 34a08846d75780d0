import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ArchCurve } from '../../geometry/surface.ts';
import { crossSectionSurface } from '../../geometry/surface.ts';
import { clamp } from '../../geometry/vectors.ts';
import { toScreen } from '../../geometry/viewport.ts';
import { OrientationLabels, PaneTitle } from '../../pane/pane-overlays.tsx';
import { useElementSize } from '../../pane/use-element-size.ts';
import { useFields, useStore } from '../../state/store.ts';
import { volumeAnnotationLayer } from './annotation-layers.ts';
import {
  crossSectionCount,
  crossSectionCut,
  crossSectionNumber,
  crossSectionPositionMm,
  heightsOf,
} from '../arch/arch-cuts.ts';
import classes from '../workspace/cbct.module.css';
import { moveCursorAlongArch } from '../workspace/commands.ts';
import { PLANE_COLORS, sectionLabel, sectionName, toothLabel } from '../workspace/labels.ts';
import { hasArch } from '../workspace/state.ts';
import { useArch } from '../arch/use-arch.ts';
import { useCut } from './use-cut.ts';
import { VolumePane } from './volume-pane.tsx';
import type { Workspace } from '../workspace/workspace.ts';

const MIN_WIDTH_PX = 150;
const MAX_COUNT = 9;
const CURRENT_COLOR = '#ffd43b';

interface CrossSectionsPaneProps {
  workspace: Workspace;
  onExpand?: () => void;
}

/** Cross-sections side by side, as many as fit. The other panes mark their positions. */
export function CrossSectionsPane({ workspace, onExpand }: CrossSectionsPaneProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [widthPx] = useElementSize(frame);
  const crossSectionStepMm = useStore(workspace.state, (all) => all.crossSectionStepMm);
  const { arch, alongMm } = useArch(workspace);
  const total = crossSectionCount(arch, crossSectionStepMm);
  const current = clamp(crossSectionNumber(alongMm, crossSectionStepMm), 1, total);
  const count = Math.min(clamp(Math.floor(widthPx / MIN_WIDTH_PX), 1, MAX_COUNT), total);
  const first = useFirstNumber(current, count, total);
  const numbers = useMemo(() => Array.from({ length: count }, (_, at) => first + at), [first, count]);
  useLayoutEffect(() => workspace.state.set({ shownSections: numbers }), [workspace, numbers]);
  useEffect(() => () => workspace.state.set({ shownSections: [] }), [workspace]);

  return (
    <div ref={frame} className={classes.crossSections}>
      {numbers.map((number, column) => (
        <CrossSectionPane
          key={column}
          column={column}
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

/**
 * The number of the first cross-section. It changes only when the current one is not in the row any more,
 * because a cross-section must not move while it is being clicked.
 */
function useFirstNumber(current: number, count: number, total: number): number {
  const [first, setFirst] = useState(() => current - Math.floor(count / 2));
  const [previousCount, setPreviousCount] = useState(count);
  const isInRow = previousCount === count && current >= first && current < first + count;
  const centred = current - Math.floor((count - 1) / 2);
  const next = clamp(isInRow ? first : centred, 1, Math.max(1, total - count + 1));
  if (next !== first) setFirst(next);
  if (previousCount !== count) setPreviousCount(count);
  return next;
}

interface CrossSectionPaneProps {
  workspace: Workspace;
  /** position in the row */
  column: number;
  arch: ArchCurve;
  number: number;
  isCurrent: boolean;
  onExpand: (() => void) | undefined;
}

function CrossSectionPane({ workspace, column, arch, number, isCurrent, onExpand }: CrossSectionPaneProps) {
  const { volumeClient, state } = workspace;
  const sleeveMm = useStore(workspace.annotations, (all) => all.plan.sleeveMm);
  const isArchAvailable = useStore(state, hasArch);
  const shown = useFields(
    state,
    'dragging',
    'cursor',
    'jaw',
    'crossSectionStepMm',
    'crossSectionWidthMm',
    'crossSectionSlabMm',
    'crossSectionsMirrored',
  );
  const { dragging, crossSectionStepMm, cursor, crossSectionWidthMm, crossSectionSlabMm } = shown;
  const mirrored = shown.crossSectionsMirrored;
  const shape = useMemo(
    () => ({ widthMm: crossSectionWidthMm, slabMm: crossSectionSlabMm, mirrored }),
    [crossSectionWidthMm, crossSectionSlabMm, mirrored],
  );
  const alongMm = crossSectionPositionMm(number, crossSectionStepMm);
  const surface = useMemo(() => {
    const heights = heightsOf(volumeClient.placement, arch);
    return crossSectionSurface(arch, alongMm, shape.widthMm, heights, shape.mirrored);
  }, [arch, alongMm, volumeClient, shape]);
  const cut = useMemo(
    () => crossSectionCut(volumeClient.placement, arch, alongMm, dragging, shape),
    [volumeClient, arch, alongMm, dragging, shape],
  );
  // if the section is one sample deep, bodies are cut exactly at its plane
  const layer = useMemo(() => {
    const half = shape.slabMm / 2;
    const near = Math.max(crossSectionStepMm / 2, half);
    return volumeAnnotationLayer(workspace, surface, near, [-half, half], sleeveMm);
  }, [workspace, surface, crossSectionStepMm, shape, sleeveMm]);
  const image = useCut(volumeClient, `section ${column}`, 'sheet', cut, surface.sizeMm);
  const tooth = isArchAvailable ? toothLabel(arch.curve, alongMm, shown.jaw) : '';
  const scroll = (by: number) =>
    moveCursorAlongArch(workspace, arch, crossSectionPositionMm(number + by, crossSectionStepMm));
  return (
    <VolumePane
      workspace={workspace}
      name="crossSections"
      label={sectionName(number, tooth)}
      image={image}
      surface={surface}
      layer={layer}
      scroll={scroll}
      onWheel={(steps) => scroll(Math.sign(steps))}
      onExpand={onExpand}
      lines={({ matrix, pane }) => {
        const [x, y] = toScreen(matrix, surface.toPosition(cursor).position);
        return (
          <g className={classes.crosshair}>
            <path d={`M0 ${y} H${pane[0]}`} stroke={PLANE_COLORS.axial} />
            {isCurrent && <path d={`M${x} 0 V${pane[1]}`} stroke={CURRENT_COLOR} />}
          </g>
        );
      }}
      hasScaleBar={column === 0}
    >
      <PaneTitle name={sectionLabel(number)} narrow {...(isCurrent && { color: CURRENT_COLOR })}>
        {tooth}
      </PaneTitle>
      <OrientationLabels left={mirrored ? 'Я' : 'Щ'} right={mirrored ? 'Щ' : 'Я'} />
    </VolumePane>
  );
}
