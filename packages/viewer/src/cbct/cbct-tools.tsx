import { IconArrowBackUp, IconCircleHalf2, IconRefresh } from '@tabler/icons-react';
import classes from '../shell/shell.module.css';
import { ToolButton } from '../shell/tool-button.tsx';
import { ToolGroups } from '../shell/tool-groups.tsx';
import { useStore } from '../store.ts';
import type { Workspace } from './workspace.ts';
import { freshViews, type Tool } from './state.ts';
import { TOOLS } from './tools.ts';

export const takeTool = ({ state, marks }: Workspace, tool: Tool) => {
  state.set({ tool, editing: false });
  marks.set({ draft: undefined, selected: undefined, shown: true });
};

/** As at the beginning, save for where the cross-hairs are and what is drawn. */
export const resetViews = ({ state, series }: Workspace) =>
  state.set({
    views: freshViews(),
    tone: { ...series.window, inverted: series.inverted },
    slabMm: 0,
  });

export const invert = ({ state }: Workspace) =>
  state.set(({ tone }) => ({ tone: { ...tone, inverted: !tone.inverted } }));

export function CbctTools({ bench }: { bench: Workspace }) {
  const { tool, tone } = useStore(bench.state, (all) => all);
  return (
    <div className={classes.tools} role="toolbar" aria-label="Инструменты">
      <ToolGroups groups={TOOLS} taken={tool} onTake={(name) => takeTool(bench, name)} />
      <ToolButton
        icon={IconCircleHalf2}
        label="Негатив"
        shortcut="X"
        pressed={tone.inverted !== bench.series.inverted}
        onClick={() => invert(bench)}
      />
      <ToolButton icon={IconArrowBackUp} label="Отменить" shortcut="Ctrl+Z" onClick={bench.marks.undo} />
      <ToolButton
        icon={IconRefresh}
        label="Показать всё заново"
        shortcut="R"
        onClick={() => resetViews(bench)}
      />
    </div>
  );
}
