import { Button } from '@mantine/core';
import classes from '../../cephalometry/cephalometry.module.css';
import { LANDMARKS } from '../../cephalometry/analyses/landmarks.ts';
import { placingPrompt, ViewChoice } from '../../cephalometry/view-choice.tsx';
import bar from '../../shell/bar.module.css';
import { useFields } from '../../state/store.ts';
import type { PictureWorkspace } from '../workspace/picture-workspace.ts';
import {
  askedLandmark,
  closeCephalometry,
  openProposals,
  showView,
  useLandmarks,
} from '../workspace/landmarks-of-picture.ts';

/** What to click next, and the view. */
export function CephalometryBar({ workspace }: { workspace: PictureWorkspace }) {
  const state = useFields(workspace.state, 'frame', 'cephalometry', 'tool');
  const { cephalometry, tool } = state;
  const { landmarks } = useLandmarks(workspace);
  if (!cephalometry) return null;
  const name = askedLandmark(state, landmarks);
  const isProposed = openProposals(state, landmarks).some((one) => one.name === name);
  const asked = LANDMARKS[cephalometry.view].find((one) => one.name === name);
  const isPlacing = tool === 'cephalometry';
  const color = isPlacing && asked ? bar.prompt : bar.facts;
  return (
    <div className={bar.bar} role="group" aria-label="Цефалометрия">
      <span className={`${color} ${classes.steady}`} role="status">
        {!isPlacing
          ? 'Чтобы ставить и двигать точки, выберите инструмент «Цефалометрия»'
          : placingPrompt(asked, isProposed)}
      </span>
      <ViewChoice view={cephalometry.view} onChange={(view) => showView(workspace, view)} />
      <Button size="compact-md" variant="default" onClick={() => closeCephalometry(workspace)}>
        Закрыть анализ
      </Button>
    </div>
  );
}
