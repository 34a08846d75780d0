import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Analysis } from '../../cephalometry/analysis.tsx';
import shared from '../../cephalometry/cephalometry.module.css';
import { analysisOf } from '../../cephalometry/analyses/all.ts';
import { placesOf } from '../../cephalometry/tracings.ts';
import { confirmedText, currentOf, type Proposed } from '../../cephalometry/proposal.ts';
import { ProposedLandmarks } from '../../cephalometry/proposed-landmarks.tsx';
import type { Vec2, Vec3 } from '../../geometry/vectors.ts';
import type { PaneImage } from '../../pane/pane-image.ts';
import { useFields, useStore } from '../../state/store.ts';
import { selectTool } from '../workspace/commands.ts';
import type { Frame } from '../../study/study.ts';
import type { PictureWorkspace } from '../workspace/picture-workspace.ts';
import { scaleLabel } from '../workspace/state.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import classes from './cephalometry.module.css';
import {
  askedLandmark,
  chooseLandmark,
  outsideFrame,
  removeAllLandmarks,
  removeLandmark,
  showAnalysis,
  showOther,
  useLandmarks,
} from '../workspace/landmarks-of-picture.ts';
import {
  confirmProposed,
  dropProposal,
  proposeForPicture,
  skipProposed,
  useProposed,
} from './propose-landmarks.ts';

interface CephalometryPanelProps {
  workspace: PictureWorkspace;
  index: number;
  unitMm: Vec3 | undefined;
  session: ViewerSession;
  /** undefined until it has arrived */
  image: PaneImage | undefined;
}

/** The pane, and the analysis beside it while it is open; opening it keeps the pane. */
export function WithCephalometry({ children, ...props }: CephalometryPanelProps & { children: ReactNode }) {
  const isOpen = useStore(props.workspace.state, (all) => all.cephalometry !== undefined);
  return (
    <div className={isOpen ? shared.cephalogram : classes.alone}>
      {children}
      {isOpen && <CephalometryPanel {...props} />}
    </div>
  );
}

/** The landmarks of the shown X-ray, and the values that follow from them. */
function CephalometryPanel(props: CephalometryPanelProps) {
  const { workspace, index, unitMm } = props;
  const state = useFields(workspace.state, 'frame', 'cephalometry');
  const { cephalometry } = state;
  const proposed = useProposed(workspace);
  const { landmarks, authorName } = useLandmarks(workspace);
  const isVersion = useStore(workspace.annotations, (all) => all.version !== undefined);
  const frame = workspace.series.frames[index];
  const places = useMemo(
    () => (frame ? placesOf(landmarks, frame, unitMm) : {}),
    // the size of a pixel is computed in each rendering, but stays the same
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [landmarks, frame, unitMm?.[0], unitMm?.[1]],
  );
  if (!cephalometry || !frame) return null;
  return (
    <Analysis
      analysis={analysisOf(cephalometry.view, cephalometry.analysis)}
      asked={askedLandmark(state, landmarks)}
      places={places}
      hasScale={unitMm !== undefined}
      study={workspace.study}
      scaleNote={scaleNote(frame, unitMm)}
      other={cephalometry.other}
      onOther={(other) => showOther(workspace, other)}
      proposed={proposed}
      proposals={cephalometry.view === 'lateral' && !isVersion && <Proposals {...props} open={proposed} />}
      confirmedNote={confirmedText(landmarks)}
      outside={outsideFrame(landmarks, frame)}
      onAnalysis={(analysis) => showAnalysis(workspace, analysis)}
      onChoose={(name) => chooseLandmark(workspace, name)}
      onRemove={(name) => removeLandmark(workspace, { name })}
    >
      {authorName !== undefined && <p className={shared.note}>Точки поставил другой автор: {authorName}</p>}
      {landmarks.length > 0 && !isVersion && (
        <Button size="compact-md" variant="default" mb="sm" onClick={() => removeAllLandmarks(workspace)}>
          Убрать все точки
        </Button>
      )}
      {!unitMm && (
        <div className={shared.note}>
          Размер точки снимка неизвестен: измеряются только углы и отношения. Для расстояний задайте эталон
          длины.
          <Button size="compact-md" variant="default" onClick={() => selectTool(workspace, 'calibration')}>
            Задать эталон
          </Button>
        </div>
      )}
    </Analysis>
  );
}

/** Asks a model, if the centre has one, for the landmarks that are not placed yet. */
function Proposals({
  workspace,
  index,
  unitMm,
  session,
  image,
  open,
}: CephalometryPanelProps & { open: readonly Proposed<Vec2>[] }) {
  const cephalometry = useStore(workspace.state, (all) => all.cephalometry);
  if (!workspace.study.can.proposeLandmarks) return null;
  const proposal = cephalometry?.proposal?.frame === index ? cephalometry.proposal : undefined;
  return (
    <ProposedLandmarks
      key={index}
      proposal={proposal}
      open={open}
      current={currentOf(open, cephalometry?.chosen)}
      ask={image && ((signal) => proposeForPicture(workspace, session, { index, image, unitMm }, signal))}
      onConfirm={({ name }) => confirmProposed(workspace, name)}
      onSkip={({ name }) => skipProposed(workspace, name)}
      onDrop={() => dropProposal(workspace)}
    />
  );
}

function scaleNote(frame: Frame, unitMm: Vec3 | undefined): string {
  if (!unitMm) return 'Масштаб снимка неизвестен, расстояний нет';
  const source = scaleLabel(frame, unitMm);
  return `Расстояния на снимке${source && `: ${source}`}`;
}
