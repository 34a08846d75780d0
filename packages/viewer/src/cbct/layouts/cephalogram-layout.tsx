import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Analysis } from '../../cephalometry/analysis.tsx';
import cephalometry from '../../cephalometry/cephalometry.module.css';
import { analysisOf } from '../../cephalometry/analyses/all.ts';
import { superimposed } from '../../cephalometry/superimpose.ts';
import { LANDMARKS } from '../../cephalometry/analyses/landmarks.ts';
import { placingPrompt, ViewChoice } from '../../cephalometry/view-choice.tsx';
import { cephalogramCut, cephalogramPlane } from '../../geometry/cephalogram.ts';
import { frameOf, GRID_AXES } from '../../geometry/frame.ts';
import { frameAround } from '../../geometry/head-body.ts';
import { rectangleSurface } from '../../geometry/rectangle.ts';
import { Choice } from '../../controls/choice.tsx';
import { useShortcuts } from '../../controls/use-shortcuts.ts';
import { useFields, useStore } from '../../state/store.ts';
import { toggleLevelling } from '../levelling/levelling.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { closeMode } from '../reading-modes/commands.ts';
import { CephalogramPane } from '../reading-modes/cephalogram-pane.tsx';
import { ModeEnd } from '../reading-modes/mode-end.tsx';
import {
  inPane,
  landmarksOutside,
  nextLandmark,
  placesOf,
  positionsOf,
  removeLandmark,
} from '../reading-modes/place-landmark.ts';
import { useReading } from '../reading-modes/reading.ts';
import { useHeadBody } from '../reading-modes/use-head-body.ts';
import classes from '../reading-modes/reading-modes.module.css';

/** Magnifications of films: the distance from focus to film, divided by that from focus to the midline of the head. */
const MAGNIFICATIONS = [1, 1.08, 1.1, 1.12, 1.14] as const;
const percent = (magnification: number) => `${Math.round((magnification - 1) * 100)} %`;

/** A ray sum of the levelled volume, the landmarks that are set on it, and their analysis. */
export function CephalogramLayout({ workspace }: { workspace: Workspace }) {
  const { volumeClient, state, modes } = workspace;
  const reading = useReading(workspace);
  const { cephalogram, landmark } = useFields(modes, 'cephalogram', 'landmark');
  const { frame, cursor } = useFields(state, 'frame', 'cursor');
  const { view, part, magnification, showsTable, other } = cephalogram;
  const found = useHeadBody(workspace);
  const head = showsTable ? undefined : found;
  const box = useMemo(() => {
    const whole = frame ?? frameOf(volumeClient.placement, GRID_AXES);
    return head ? frameAround(whole, head) : whole;
  }, [frame, volumeClient, head]);
  const isWhole = view === 'frontal' || part === 'whole';
  const surface = useMemo(
    () => rectangleSurface(cephalogramPlane(box, { view, part }, cursor)),
    [box, view, part, cursor],
  );
  // moving the crosshair does not change the picture of the whole head
  const through = isWhole ? undefined : cursor;
  const cut = useMemo(
    () => cephalogramCut(box, { view, part }, through ?? [0, 0, 0], head),
    [box, view, part, through, head],
  );
  const positions = useMemo(
    () => positionsOf(workspace, reading, view, surface),
    [workspace, reading, view, surface],
  );
  const places = useMemo(() => placesOf(positions), [positions]);
  const analysis = analysisOf(view, cephalogram.analysis);
  const otherPositions = useMemo(
    () => (other && view === 'lateral' ? inPane(superimposed(places, other.places)) : undefined),
    [places, other, view],
  );
  const outside = useMemo(
    () => landmarksOutside(workspace, reading, view, surface),
    [workspace, reading, view, surface],
  );
  useShortcuts({ Backspace: () => removeLandmark(workspace) });
  return (
    <div className={cephalometry.cephalogram}>
      <CephalogramPane
        workspace={workspace}
        projected={{ view, part }}
        surface={surface}
        cut={cut}
        positions={positions}
        analysis={analysis}
        other={otherPositions}
      />
      <Analysis
        analysis={analysis}
        asked={landmark}
        places={places}
        magnification={magnification}
        study={workspace.study}
        scaleNote={
          magnification === 1
            ? 'Расстояния истинные, в плоскости снимка'
            : `Расстояния увеличены на ${percent(magnification)}, как на плёнке`
        }
        onAnalysis={(id) => {
          modes.set({ cephalogram: { ...cephalogram, analysis: id } });
          modes.set({ landmark: nextLandmark(workspace) });
        }}
        onChoose={(name) => modes.set({ landmark: name === landmark ? undefined : name })}
        onRemove={(name) => removeLandmark(workspace, name)}
        other={other}
        onOther={(chosen) => modes.set({ cephalogram: { ...cephalogram, other: chosen } })}
        outside={outside}
      >
        {found && <TableNote workspace={workspace} />}
      </Analysis>
    </div>
  );
}

/** What is not part of the picture, and the way to see it. */
function TableNote({ workspace: { modes } }: { workspace: Workspace }) {
  const cephalogram = useStore(modes, (all) => all.cephalogram);
  const { showsTable } = cephalogram;
  return (
    <div className={cephalometry.note}>
      {showsTable ? 'Стол и подголовник показаны.' : 'Стол и подголовник убраны со снимка.'}
      <Button
        size="compact-md"
        variant="default"
        onClick={() => modes.set({ cephalogram: { ...cephalogram, showsTable: !showsTable } })}
      >
        {showsTable ? 'Убрать' : 'Показать'}
      </Button>
    </div>
  );
}

/** Leaves the mode, because the points of a plane are set on slices; the volume stays levelled. */
function levelFirst(workspace: Workspace): void {
  closeMode(workspace);
  toggleLevelling(workspace);
}

export function CephalogramBar({ workspace }: { workspace: Workspace }) {
  const { modes } = workspace;
  const { cephalogram, landmark } = useFields(modes, 'cephalogram', 'landmark');
  const isLevelled = useStore(workspace.state, (all) => all.frame !== undefined);
  const change = (changed: Partial<typeof cephalogram>) => {
    modes.set({ cephalogram: { ...cephalogram, ...changed } });
    modes.set({ landmark: nextLandmark(workspace) });
  };
  const asked = LANDMARKS[cephalogram.view].find(({ name }) => name === landmark);
  return (
    <div className={classes.bar} role="group" aria-label="ТРГ">
      <span className={`${asked ? classes.prompt : classes.facts} ${cephalometry.steady}`} role="status">
        {placingPrompt(asked)}
      </span>
      {!isLevelled && (
        <Button size="compact-md" variant="default" onClick={() => levelFirst(workspace)}>
          Выровнять объём
        </Button>
      )}
      <ViewChoice view={cephalogram.view} onChange={(view) => change({ view })} />
      {cephalogram.view === 'lateral' && (
        <Choice
          label="Часть головы"
          value={cephalogram.part}
          options={[
            { value: 'whole', label: 'Вся голова' },
            { value: 'right', label: 'Справа от прицела' },
            { value: 'left', label: 'Слева от прицела' },
          ]}
          onChange={(part) => change({ part })}
        />
      )}
      <Choice
        label="Увеличение, как на плёнке"
        value={cephalogram.magnification}
        options={MAGNIFICATIONS.map((one) => ({
          value: one as number,
          label: one === 1 ? 'Масштаб 1:1' : `Увеличение ${percent(one)}`,
        }))}
        onChange={(magnification) => change({ magnification })}
      />
      <ModeEnd workspace={workspace} mode="cephalogram" />
    </div>
  );
}
