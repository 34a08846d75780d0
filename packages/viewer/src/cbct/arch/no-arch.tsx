import { Button } from '@mantine/core';
import { PaneTitle } from '../../pane/pane-overlays.tsx';
import classes from '../workspace/cbct.module.css';
import { noArchReason } from './arch-of-study.ts';
import { toggleArchEditing } from '../workspace/commands.ts';
import { PANE_LABELS } from '../workspace/labels.ts';
import type { PaneName } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Shown in place of the panorama and the cross-sections until there is an arch. */
export const NoArch = ({ workspace, name }: { workspace: Workspace; name: PaneName }) => (
  <div className={classes.noArch} role="group" aria-label={PANE_LABELS[name]}>
    <PaneTitle name={PANE_LABELS[name]} />
    <p>
      {noArchReason(workspace.study, workspace.series)}. Поставьте прицел на передние зубы на аксиальном срезе
      и нарисуйте дугу.
    </p>
    <Button variant="default" onClick={() => toggleArchEditing(workspace)}>
      Нарисовать дугу
    </Button>
  </div>
);
