import { Button } from '@mantine/core';
import { PaneTitle } from '../pane/pane-overlays.tsx';
import classes from './cbct.module.css';
import { noArchReason } from './arch-of-study.ts';
import { toggleArchEditing } from './commands.ts';
import { PANE_LABELS } from './labels.ts';
import type { PaneName } from './state.ts';
import type { Workspace } from './workspace.ts';

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
