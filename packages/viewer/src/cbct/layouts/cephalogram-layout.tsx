import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { Point } from '../../annotations/annotation.ts';
import { Analysis } from '../../cephalometry/analysis.tsx';
import cephalometry from '../../cephalometry/cephalometry.module.css';
import { analysisOf } from '../../cephalometry/analyses/all.ts';
import { superimposed } from '../../cephalometry/superimpose.ts';
import { LANDMARKS } from '../../cephalometry/analyses/landmarks.ts';
import { confirmedText, currentOf, type Proposed } from '../../cephalometry/proposal.ts';
import { ProposedLandmarks } from '../../cephalometry/proposed-landmarks.tsx';
import { placingPrompt, ViewChoice } from '../../cephalometry/view-choice.tsx';
import { cephalogramCut, cephalogramPlane } from '../../geometry/cephalogram.ts';
import { frameOf, GRID_AXES } from '../../geometry/frame.ts';
import { frameAround } from '../../geometry/head-body.ts';
import { rectangleSurface } from '../../geometry/rectangle.ts';
import type { Surface } from '../../geometry/surface.ts';
import { Choice } from '../../controls/choice.tsx';
import { useShortcuts } from '../../controls/use-shortcuts.ts';
import { useFields, useStore } from '../../state/store.ts';
import { toggleLevelling } from '../levelling/levelling.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { closeMode } from '../reading-modes/commands.ts';
import { CephalogramPane, useRaySum } from '../reading-modes/cephalogram-pane.tsx';
import { ModeEnd } from '../reading-modes/mode-end.tsx';
import {
  inPane,
  landmarksOutside,
  nextLandmark,
  openProposals,
  placesOf,
  positionsIn,
  positionsOf,
  removeLandmark,
} from '../reading-modes/place-landmark.ts';
import {
  confirmProposed,
  dropProposal,
  proposeForCephalogram,
  skipProposed,
} from '../reading-modes/propose-landmarks.ts';
import { useReading } from '../reading-modes/reading.ts';
import { useHeadBody } from '../reading-modes/use-head-body.ts';
import classes from '../reading-modes/reading-modes.module.css';

/**
 * Magnifications of films: the distance from focus to film, divided by the distance from focus to the midline of the
 * head.
 */
const MAGNIFICATIONS = [1, 1.08, 1.1, 1.12, 1.14] as const;
const percent = (magnification: number) => `${Math.round((magnification - 1) * 100)} %`;

/** What the shown cephalogram is a picture of; `body`: the head, if there is a table or a head rest to leave out. */
function useCephalogram(workspace: Workspace) {
  const { volumeClient, state, modes } = workspace;
  const { view, part, showsTable } = useStore(modes, (all) => all.cephalogram);
  const { frame, cursor } = useFields(state, 'frame', 'cursor');
  const body = useHeadBody(workspace);
  const head = showsTable ? undefined : body;
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
  return { body, surface, cut };
}

/** A ray sum of the levelled volume, the landmarks that are set on it, and their analysis. */
export function CephalogramLayout({ workspace }: { workspace: Workspace }) {
  const { modes } = workspace;
  const reading = useReading(workspace);
  const { cephalogram, landmark } = useFields(modes, 'cephalogram', 'landmark');
  const { view, part, magnification, other } = cephalogram;
  const { body, surface, cut } = useCephalogram(workspace);
  const picture = useRaySum(workspace, cut, surface.sizeMm);
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
  const open = useProposed(workspace);
  useShortcuts({ Backspace: () => removeLandmark(workspace) });
  return (
    <div className={cephalometry.cephalogram}>
      <CephalogramPane
        workspace={workspace}
        projected={{ view, part }}
        surface={surface}
        cut={cut}
        image={picture.image}
        positions={positions}
        proposed={positionsIn(workspace, open, surface)}
        current={currentOf(open, landmark)?.name}
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
        proposed={open}
        proposals={<Proposals workspace={workspace} open={open} surface={surface} {...picture} />}
        confirmedNote={confirmedText((reading?.landmarks ?? []).filter((one) => one.view === view))}
      >
        {body && <TableNote workspace={workspace} />}
      </Analysis>
    </div>
  );
}

/** The proposals that are drawn and decided about: none while an earlier version is shown. */
function useProposed(workspace: Workspace): readonly Proposed<Point>[] {
  const cephalogram = useStore(workspace.modes, (all) => all.cephalogram);
  const isVersion = useStore(workspace.annotations, (all) => all.version !== undefined);
  const landmarks = useReading(workspace)?.landmarks;
  return useMemo(
    () => (isVersion ? [] : openProposals(cephalogram, landmarks ?? [])),
    [isVersion, cephalogram, landmarks],
  );
}

interface ProposalsProps extends ReturnType<typeof useRaySum> {
  workspace: Workspace;
  open: readonly Proposed<Point>[];
  surface: Surface;
}

/** Asks a model, if the centre has one, for the landmarks that are not placed yet. */
function Proposals({ workspace, open, surface, image, isFinal }: ProposalsProps) {
  const { cephalogram, landmark } = useFields(workspace.modes, 'cephalogram', 'landmark');
  const isVersion = useStore(workspace.annotations, (all) => all.version !== undefined);
  if (!workspace.study.can.proposeLandmarks || cephalogram.view !== 'lateral' || isVersion) return null;
  return (
    <ProposedLandmarks
      proposal={cephalogram.proposal}
      open={open}
      current={currentOf(open, landmark)}
      ask={
        image && isFinal
          ? (signal) => proposeForCephalogram(workspace, { image, surface }, signal)
          : undefined
      }
      onConfirm={({ name }) => confirmProposed(workspace, name)}
      onSkip={({ name }) => skipProposed(workspace, name)}
      onDrop={() => dropProposal(workspace)}
    />
  );
}

/** States that the table is left out of the picture, with a button that shows it. */
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
  const isProposed = useProposed(workspace).some(({ name }) => name === landmark);
  return (
    <div className={classes.bar} role="group" aria-label="ТРГ">
      <span className={`${asked ? classes.prompt : classes.facts} ${cephalometry.steady}`} role="status">
        {placingPrompt(asked, isProposed)}
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
