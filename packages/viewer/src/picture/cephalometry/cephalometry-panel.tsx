import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Analysis } from '../../cephalometry/analysis.tsx';
import shared from '../../cephalometry/cephalometry.module.css';
import { analysisOf } from '../../cephalometry/analyses/all.ts';
import { placesOf } from '../../cephalometry/tracings.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import { useStore } from '../../state/store.ts';
import { selectTool } from '../workspace/commands.ts';
import type { Frame } from '../../study/study.ts';
import type { PictureWorkspace } from '../workspace/picture-workspace.ts';
import { scaleLabel } from '../workspace/state.ts';
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

interface CephalometryPanelProps {
  workspace: PictureWorkspace;
  index: number;
  unitMm: Vec3 | undefined;
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
function CephalometryPanel({ workspace, index, unitMm }: CephalometryPanelProps) {
  const cephalometry = useStore(workspace.state, (all) => all.cephalometry);
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
      asked={askedLandmark(cephalometry, landmarks)}
      places={places}
      hasScale={unitMm !== undefined}
      study={workspace.study}
      scaleNote={scaleNote(frame, unitMm)}
      other={cephalometry.other}
      onOther={(other) => showOther(workspace, other)}
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

function scaleNote(frame: Frame, unitMm: Vec3 | undefined): string {
  if (!unitMm) return 'Масштаб снимка неизвестен, расстояний нет';
  const source = scaleLabel(frame, unitMm);
  return `Расстояния на снимке${source && `: ${source}`}`;
}
