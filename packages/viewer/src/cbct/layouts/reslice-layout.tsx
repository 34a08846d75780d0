import { Button } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { evenCurve } from '@snimok/imaging/panorama/curve';
import { inMm } from '../../annotations/annotation.ts';
import { curveOfLine, heightsAbove, resliceCut } from '../../geometry/reslice.ts';
import { dot } from '../../geometry/rod.ts';
import { type ArchCurve, panoramaSurface } from '../../geometry/surface.ts';
import { clamp, type Vec3 } from '../../geometry/vectors.ts';
import { toScreen } from '../../geometry/viewport.ts';
import { OrientationLabels, PaneTitle } from '../../pane/pane-overlays.tsx';
import { Choice } from '../../controls/choice.tsx';
import { useShortcuts } from '../../controls/use-shortcuts.ts';
import { useFields, useStore } from '../../state/store.ts';
import { volumeAnnotationLayer } from '../panes/annotation-layers.ts';
import cbct from '../workspace/cbct.module.css';
import { shownAxes } from '../levelling/levelling.ts';
import { OrthogonalPane } from '../panes/orthogonal-pane.tsx';
import { SLABS_MM } from '../workspace/state.ts';
import { useCut } from '../panes/use-cut.ts';
import { VolumePane } from '../panes/volume-pane.tsx';
import type { Workspace } from '../workspace/workspace.ts';
import { finishLine, removeLastPoint, startLine } from '../reading-modes/draw-line.ts';
import { ModeEnd } from '../reading-modes/mode-end.tsx';
import { LINE_ENDS } from '../reading-modes/line-on-slice.tsx';
import { lineIn, saveLine, useReading } from '../reading-modes/reading.ts';
import { rememberUnfinished } from '../reading-modes/unfinished.ts';
import classes from '../reading-modes/reading-modes.module.css';

const CURSOR_COLOR = '#ffd43b';
const MOST_SHIFT_MM = 40;

function useLineArch(workspace: Workspace): ArchCurve | undefined {
  const reading = useReading(workspace);
  return useMemo(() => {
    const line = reading && lineIn(workspace, reading);
    return line && curveOfLine(line);
  }, [workspace, reading]);
}

/** Three slices to draw a line on, and the cut along it. */
export function ResliceLayout({ workspace }: { workspace: Workspace }) {
  const isDrawing = useStore(workspace.modes, (all) => all.isDrawing);
  const tool = useStore(workspace.state, (all) => all.tool);
  useEffect(() => {
    // another tool finishes the line that has enough points
    if (tool !== 'crosshair') finishLine(workspace);
  }, [workspace, tool]);
  const arch = useLineArch(workspace);
  useShortcuts({
    Enter: () => finishLine(workspace),
    Backspace: () => isDrawing && removeLastPoint(workspace),
  });
  const finish = () => void finishLine(workspace);
  return (
    <>
      <div className={classes.sliceOver}>
        <OrthogonalPane workspace={workspace} plane="axial" onExpand={finish} />
        <OrthogonalPane workspace={workspace} plane="coronal" onExpand={finish} />
        <OrthogonalPane workspace={workspace} plane="sagittal" onExpand={finish} />
        {arch && !isDrawing ? (
          <ReslicePane workspace={workspace} arch={arch} />
        ) : (
          <div className={classes.notSet}>Здесь появится срез по проведённой линии.</div>
        )}
      </div>
    </>
  );
}

/** How to draw the line, or its length and how it is cut. */
export function ResliceBar({ workspace }: { workspace: Workspace }) {
  const { modes } = workspace;
  const reading = useReading(workspace);
  const arch = useLineArch(workspace);
  const { isDrawing, draft, resliceSlabMm, resliceShiftMm } = useFields(
    modes,
    'isDrawing',
    'draft',
    'resliceSlabMm',
    'resliceShiftMm',
  );
  const line = reading?.line;
  if (isDrawing)
    return (
      <div className={classes.bar} role="group" aria-label="Срез по линии">
        <span className={classes.prompt} role="status">
          {draft && draft.points.length > 0
            ? 'Ставьте точки щелчками; двойной щелчок или Enter закончит линию'
            : 'Проведите линию на любом срезе: потяните для прямой или ставьте точки щелчками'}
        </span>
        <Button
          size="compact-md"
          disabled={(draft?.points.length ?? 0) < 2}
          onClick={() => finishLine(workspace)}
        >
          Готово
        </Button>
        {line && (
          <Button
            size="compact-md"
            variant="default"
            onClick={() => {
              rememberUnfinished(workspace);
              modes.set({ isDrawing: false, draft: undefined });
            }}
          >
            Отмена
          </Button>
        )}
        <ModeEnd workspace={workspace} mode="reslice" />
      </div>
    );
  const current = reading && lineIn(workspace, reading);
  return (
    <div className={classes.bar} role="group" aria-label="Срез по линии">
      {arch && (
        <span className={classes.facts}>
          Длина линии {inMm(arch.curve.lengthMm)}
          {resliceShiftMm !== 0 && `, срез сдвинут на ${inMm(Math.abs(resliceShiftMm))}`}
        </span>
      )}
      <Choice
        label="Толщина среза по линии"
        value={resliceSlabMm}
        options={SLABS_MM.map((mm) => ({
          value: mm as number,
          label: mm === 0 ? 'Один срез' : `Слой ${inMm(mm)}`,
        }))}
        onChange={(value) => modes.set({ resliceSlabMm: value })}
      />
      {current && current.points.length > 2 && (
        <Choice
          label="Линия"
          value={current.isCurved ? 'curved' : 'straight'}
          options={[
            { value: 'curved', label: 'Плавная' },
            { value: 'straight', label: 'Ломаная' },
          ]}
          onChange={(value) => saveLine(workspace, { ...current, isCurved: value === 'curved' })}
        />
      )}
      <Button size="compact-md" variant="default" onClick={() => startLine(workspace)}>
        {line ? 'Провести заново' : 'Провести линию'}
      </Button>
      <ModeEnd workspace={workspace} mode="reslice" />
    </div>
  );
}

/** The curve moved along its normals. */
function shifted({ curve, plane }: ArchCurve, mm: number): ArchCurve {
  if (mm === 0) return { curve, plane };
  const points = curve.points.map(([x, y], at): readonly [number, number] => {
    const [nx, ny] = curve.normals[at]!;
    return [x + nx * mm, y + ny * mm];
  });
  return { curve: evenCurve(points, curve.stepMm), plane };
}

const LETTERS = [
  ['Лево', 'Право'],
  ['Зад', 'Перед'],
  ['Верх', 'Низ'],
] as const;

/** The name of the anatomical direction that is nearest to a direction. */
function directionName(axes: readonly Vec3[], direction: Vec3): string {
  const along = axes.map((axis) => dot(axis, direction));
  const axis = along.reduce((best, value, at) => (Math.abs(value) > Math.abs(along[best]!) ? at : best), 0);
  return LETTERS[axis]![along[axis]! > 0 ? 0 : 1];
}

function ReslicePane({ workspace, arch }: { workspace: Workspace; arch: ArchCurve }) {
  const { volumeClient, state, modes } = workspace;
  const sleeveMm = useStore(workspace.annotations, (all) => all.plan.sleeveMm);
  const { frame, cursor, blend } = useFields(state, 'frame', 'cursor', 'blend');
  const { resliceSlabMm, resliceShiftMm } = useFields(modes, 'resliceSlabMm', 'resliceShiftMm');
  const shown = useMemo(() => shifted(arch, resliceShiftMm), [arch, resliceShiftMm]);
  const heightMm = useMemo(() => heightsAbove(volumeClient.placement, shown.plane), [volumeClient, shown]);
  const surface = useMemo(() => panoramaSurface(shown, heightMm), [shown, heightMm]);
  const cut = useMemo(() => {
    const pixelMm = Math.max(0.1, Math.min(...volumeClient.placement.spacingMm));
    return resliceCut(shown, { heightMm, pixelMm, slabMm: resliceSlabMm, blend });
  }, [volumeClient, shown, heightMm, resliceSlabMm, blend]);
  const half = resliceSlabMm / 2;
  const layer = useMemo(
    () => volumeAnnotationLayer(workspace, surface, Math.max(0.75, half), [-half, half], sleeveMm),
    [workspace, surface, half, sleeveMm],
  );
  const image = useCut(volumeClient, 'reslice', 'sheet', cut, surface.sizeMm);
  const scroll = (by: number) =>
    modes.set({ resliceShiftMm: clamp(resliceShiftMm + by, -MOST_SHIFT_MM, MOST_SHIFT_MM) });
  const at = surface.toPosition(cursor);
  const axes = shownAxes({ frame });
  const up = shown.plane.up;
  return (
    <VolumePane
      workspace={workspace}
      name="reslice"
      label="Срез по линии"
      image={image}
      surface={surface}
      layer={layer}
      scroll={scroll}
      onWheel={(steps) => scroll(Math.sign(steps))}
      onExpand={undefined}
      lines={({ matrix, pane }) => {
        const [x, y] = toScreen(matrix, at.position);
        return (
          <g className={cbct.crosshair}>
            <path d={`M0 ${y} H${pane[0]} M${x} 0 V${pane[1]}`} stroke={CURSOR_COLOR} />
          </g>
        );
      }}
    >
      <PaneTitle name="Срез по линии">
        {resliceSlabMm > 0 && `слой ${inMm(resliceSlabMm)} · `}длина {inMm(arch.curve.lengthMm)}
      </PaneTitle>
      <OrientationLabels
        left={LINE_ENDS[0]}
        right={LINE_ENDS[1]}
        top={directionName(axes, up)}
        bottom={directionName(axes, [-up[0], -up[1], -up[2]])}
      />
    </VolumePane>
  );
}
