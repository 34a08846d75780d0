import { Button } from '@mantine/core';
import { PaneTitle } from '../pane/pane-overlays.tsx';
import { toggleEditing } from './arch-button.tsx';
import type { Workspace } from './workspace.ts';
import classes from './cbct.module.css';
import type { PaneName } from './state.ts';
import { PANE_LABELS } from './labels.ts';

/** In place of a panorama that would show anything but teeth. */
export const NoArch = ({ workspace, name }: { workspace: Workspace; name: PaneName }) => (
  <div className={classes.noArch} role="group" aria-label={PANE_LABELS[name]}>
    <PaneTitle name={PANE_LABELS[name]} />
    <p>
      Зубная дуга на снимке не найдена. Поставьте прицел на передние зубы на аксиальном срезе и нарисуйте
      дугу.
    </p>
    <Button variant="default" onClick={() => toggleEditing(workspace)}>
      Нарисовать дугу
    </Button>
  </div>
);
