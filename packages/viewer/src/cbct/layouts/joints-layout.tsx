import { Button } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { inMm } from '../../annotations/annotation.ts';
import { condyleAngle, condyleSection, type SectionKind, type Side } from '../../geometry/condyle.ts';
import { rectangleCut, rectangleSurface } from '../../geometry/rectangle.ts';
import { clamp } from '../../geometry/vectors.ts';
import { toScreen } from '../../geometry/viewport.ts';
import { OrientationLabels, type OrientationLetters, PaneTitle } from '../../pane/pane-overlays.tsx';
import { useElementSize } from '../../pane/use-element-size.ts';
import { Choice } from '../../controls/choice.tsx';
import { useFields, useStore } from '../../state/store.ts';
import { volumeAnnotationLayer } from '../panes/annotation-layers.ts';
import cbct from '../workspace/cbct.module.css';
import { PLANE_COLORS } from '../workspace/labels.ts';
import { shownAxes } from '../levelling/levelling.ts';
import { OrthogonalPane } from '../panes/orthogonal-pane.tsx';
import { useCut } from '../panes/use-cut.ts';
import { VolumePane } from '../panes/volume-pane.tsx';
import type { Workspace } from '../workspace/workspace.ts';
import { ModeEnd } from '../reading-modes/mode-end.tsx';
import { findAxis, SIDES, startPickingCondyles } from '../reading-modes/pick-condyles.ts';
import { type Condyles, condylesIn, useReading } from '../reading-modes/reading.ts';
import classes from '../reading-modes/reading-modes.module.css';

const STEPS_MM = [0.5, 1, 1.5, 2, 3] as const;
const SLABS_MM = [0, 1, 2, 3] as const;
/** The size of a section: condyle, fossa and neck. */
const SECTION_MM = [36, 36] as const;
const CELL_PX = 150;
const MOST_ACROSS = 5;
const NO_EXPANSION = () => undefined;

const SIDE_NAMES: Record<Side, string> = { right: 'Правый', left: 'Левый' };

function useCondyles(workspace: Workspace): Condyles | undefined {
  const reading = useReading(workspace);
  return useMemo(() => reading && condylesIn(workspace, reading), [workspace, reading]);
}

/** Both joints side by side, each cut along its own axis; until the condyles are set, the slices to set them on. */
export function JointsLayout({ workspace }: { workspace: Workspace }) {
  const picked = useStore(workspace.modes, (all) => all.pickedCondyles);
  const condyles = useCondyles(workspace);
  const slice = (plane: 'axial' | 'coronal' | 'sagittal') => (
    <OrthogonalPane workspace={workspace} plane={plane} onExpand={NO_EXPANSION} />
  );
  return (
    <>
      {picked || !condyles ? (
        <div className={classes.slices}>
          {slice('axial')}
          {slice('coronal')}
          {slice('sagittal')}
        </div>
      ) : (
        <div className={classes.joints}>
          <Joint workspace={workspace} side="right" condyles={condyles} />
          {slice('axial')}
          <Joint workspace={workspace} side="left" condyles={condyles} />
        </div>
      )}
    </>
  );
}

const degrees = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 });

interface PickingBarProps {
  workspace: Workspace;
  /** of the condyles set so far */
  count: number;
  /** whether both were set before */
  mayCancel: boolean;
}

const PickingBar = ({ workspace, count, mayCancel }: PickingBarProps) => (
  <div className={classes.bar} role="group" aria-label="Суставы">
    <span className={classes.prompt} role="status">
      {count === 0
        ? '1 из 2: щёлкните середину головки нижней челюсти с одной стороны'
        : '2 из 2: щёлкните середину головки с другой стороны'}
    </span>
    {mayCancel && (
      <Button
        size="compact-md"
        variant="default"
        onClick={() => workspace.modes.set({ pickedCondyles: undefined })}
      >
        Отмена
      </Button>
    )}
    <ModeEnd workspace={workspace} mode="joints" />
  </div>
);

/** What to mark, and the angles, steps and directions of the sections. */
export function JointsBar({ workspace }: { workspace: Workspace }) {
  const { modes, state } = workspace;
  const condyles = useCondyles(workspace);
  const { pickedCondyles, jointStepMm, jointSlabMm, areJointsMirrored } = useFields(
    modes,
    'pickedCondyles',
    'jointStepMm',
    'jointSlabMm',
    'areJointsMirrored',
  );
  const frame = useStore(state, (all) => all.frame);
  if (pickedCondyles)
    return <PickingBar workspace={workspace} count={pickedCondyles.length} mayCancel={!!condyles} />;
  if (!condyles)
    return (
      <div className={classes.bar} role="group" aria-label="Суставы">
        <Button size="compact-md" onClick={() => startPickingCondyles(workspace)}>
          Отметить головки
        </Button>
        <ModeEnd workspace={workspace} mode="joints" />
      </div>
    );
  const axes = shownAxes({ frame });
  const angles = SIDES.map((side) => `${degrees.format(condyleAngle(axes, condyles[side]))}°`);
  return (
    <div className={classes.bar} role="group" aria-label="Суставы">
      <span className={classes.facts}>
        Оси к фронтальной плоскости: правая {angles[0]}, левая {angles[1]}
      </span>
      <Choice
        label="Между сечениями"
        value={jointStepMm}
        options={STEPS_MM.map((mm) => ({ value: mm, label: `Шаг ${inMm(mm)}` }))}
        onChange={(value) => modes.set({ jointStepMm: value })}
      />
      <Choice
        label="Толщина сечения"
        value={jointSlabMm}
        options={SLABS_MM.map((mm) => ({ value: mm, label: mm === 0 ? 'Один срез' : `Слой ${inMm(mm)}` }))}
        onChange={(value) => modes.set({ jointSlabMm: value })}
      />
      <Button
        size="compact-md"
        variant={areJointsMirrored ? 'light' : 'default'}
        aria-pressed={areJointsMirrored}
        onClick={() => modes.set({ areJointsMirrored: !areJointsMirrored })}
      >
        Зеркально
      </Button>
      <Button
        size="compact-md"
        variant="default"
        onClick={() => SIDES.forEach((side) => findAxis(workspace, side))}
      >
        Найти оси
      </Button>
      <Button size="compact-md" variant="default" onClick={() => startPickingCondyles(workspace)}>
        Отметить заново
      </Button>
      <ModeEnd workspace={workspace} mode="joints" />
    </div>
  );
}

interface JointProps {
  workspace: Workspace;
  side: Side;
  condyles: Condyles;
}

const Joint = (props: JointProps) => (
  <div className={classes.joint}>
    <Sections {...props} kind="sagittal" />
    <Sections {...props} kind="coronal" />
  </div>
);

/** As many sections as fit, in rows; those of the left joint mirror those of the right one. */
function Sections({ kind, ...props }: JointProps & { kind: SectionKind }) {
  const { workspace, side } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [widthPx, heightPx] = useElementSize(frame);
  const jointSection = useStore(workspace.modes, (all) => all.jointSection);
  const across = clamp(Math.floor(widthPx / CELL_PX), 1, MOST_ACROSS);
  const down = clamp(Math.floor(heightPx / CELL_PX), 1, 3);
  const count = across * down;
  const indexes = Array.from({ length: count }, (_, at) => jointSection[kind] + Math.floor(count / 2) - at);
  // from the outside inwards, so that the outer ends of both joints are at the outer edges
  const shown = kind === 'sagittal' && side === 'left' ? indexes.toReversed() : indexes;
  return (
    <div
      ref={frame}
      className={classes.sections}
      style={{
        gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${down}, minmax(0, 1fr))`,
      }}
    >
      {shown.map((index, place) => (
        <Section key={place} {...props} kind={kind} place={place} index={index} />
      ))}
    </div>
  );
}

/** The letters at the edges: the lateral and the medial side, or the front and the back. */
function lettersOf(side: Side, kind: SectionKind, isMirrored: boolean): OrientationLetters {
  if (kind === 'coronal')
    return side === 'right' ? { left: 'Лат', right: 'Мед' } : { left: 'Мед', right: 'Лат' };
  return isMirrored && side === 'right' ? { left: 'Зад', right: 'Перед' } : { left: 'Перед', right: 'Зад' };
}

function offsetName(kind: SectionKind, offsetMm: number): string {
  if (offsetMm === 0) return 'центр';
  const [positive, negative] = kind === 'sagittal' ? ['латеральнее', 'медиальнее'] : ['впереди', 'позади'];
  return `${inMm(Math.abs(offsetMm))} ${offsetMm > 0 ? positive : negative}`;
}

type SectionProps = JointProps & { kind: SectionKind; place: number; index: number };

function Section({ workspace, side, condyles, kind, place, index }: SectionProps) {
  const { volumeClient, state, modes } = workspace;
  const sleeveMm = useStore(workspace.annotations, (all) => all.plan.sleeveMm);
  const { frame, cursor } = useFields(state, 'frame', 'cursor');
  const { jointStepMm, jointSlabMm, areJointsMirrored } = useFields(
    modes,
    'jointStepMm',
    'jointSlabMm',
    'areJointsMirrored',
  );
  const offsetMm = index * jointStepMm;
  const condyle = condyles[side];
  const rectangle = useMemo(
    () =>
      condyleSection(
        shownAxes({ frame }),
        side,
        condyle,
        { kind, offsetMm, isMirrored: areJointsMirrored },
        SECTION_MM,
      ),
    [frame, side, condyle, kind, offsetMm, areJointsMirrored],
  );
  const surface = useMemo(() => rectangleSurface(rectangle), [rectangle]);
  const cut = useMemo(() => {
    const pixelMm = Math.max(0.15, Math.min(...volumeClient.placement.spacingMm));
    const half = Math.max(jointSlabMm, pixelMm) / 2;
    return rectangleCut(rectangle, { pixelMm, slabMm: [-half, half], stepMm: pixelMm, blend: 'mean' });
  }, [volumeClient, rectangle, jointSlabMm]);
  const half = Math.max(jointSlabMm, jointStepMm) / 2;
  const layer = useMemo(
    () => volumeAnnotationLayer(workspace, surface, half, [-jointSlabMm / 2, jointSlabMm / 2], sleeveMm),
    [workspace, surface, half, jointSlabMm, sleeveMm],
  );
  const name = kind === 'sagittal' ? 'сагиттально' : 'коронально';
  const image = useCut(volumeClient, `joint ${side} ${kind} ${place}`, 'sheet', cut, SECTION_MM);
  const scroll = (by: number) =>
    modes.set(({ jointSection }) => ({
      jointSection: { ...jointSection, [kind]: clamp(jointSection[kind] + by, -20, 20) },
    }));
  const at = surface.toPosition(cursor);
  const isHere = Math.abs(at.offset) <= half;
  return (
    <VolumePane
      workspace={workspace}
      name="joints"
      label={`${SIDE_NAMES[side]} сустав, ${name}: ${offsetName(kind, offsetMm)}`}
      image={image}
      surface={surface}
      layer={layer}
      scroll={scroll}
      onWheel={(steps) => scroll(-Math.sign(steps))}
      onExpand={undefined}
      lines={({ matrix, pane }) => {
        const [x, y] = toScreen(matrix, at.position);
        return (
          isHere && (
            <g className={cbct.crosshair}>
              <path d={`M0 ${y} H${pane[0]}`} stroke={PLANE_COLORS.axial} />
              <path
                d={`M${x} 0 V${pane[1]}`}
                stroke={PLANE_COLORS[kind === 'sagittal' ? 'coronal' : 'sagittal']}
              />
            </g>
          )
        );
      }}
      hasScaleBar={place === 0}
    >
      <PaneTitle name={place === 0 ? `${SIDE_NAMES[side]}, ${name}` : offsetName(kind, offsetMm)}>
        {place === 0 && offsetName(kind, offsetMm)}
      </PaneTitle>
      {place === 0 && <OrientationLabels {...lettersOf(side, kind, areJointsMirrored)} />}
    </VolumePane>
  );
}
