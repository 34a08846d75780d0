import { Choice } from '../../shell/choice.tsx';
import { useShortcuts } from '../../shell/use-shortcuts.ts';
import { useStore } from '../../store.ts';
import type { Workspace } from '../workspace.ts';
import { cancelInMode, closeMode, toggleMode } from './commands.ts';
import { isReadingMode, MODES, REGION_TOOL } from './modes.ts';
import { toggleRegion } from './pick-region.ts';

/** The choice of a reading mode, and of the measuring of a region, which is possible in all of them; with their keys. */
export function ModeChoice({ workspace }: { workspace: Workspace }) {
  const layout = useStore(workspace.state, (all) => all.layout);
  useShortcuts({
    ...Object.fromEntries(MODES.map(({ mode, code }) => [code, () => toggleMode(workspace, mode)])),
    [REGION_TOOL.code]: () => toggleRegion(workspace),
    Escape: () => cancelInMode(workspace),
  });
  const current = isReadingMode(layout) ? layout : 'none';
  return (
    <Choice
      label="Режим чтения"
      shown={MODES.find(({ mode }) => mode === current)?.label ?? 'Режим'}
      value={current}
      options={[
        { value: 'none' as const, label: 'Обычный' },
        ...MODES.map(({ mode, label, shortcut }) => ({ value: mode, label, key: shortcut })),
        { value: 'region' as const, label: REGION_TOOL.label, key: REGION_TOOL.shortcut },
      ]}
      onChange={(value) => {
        if (value === 'region') toggleRegion(workspace);
        else if (value === 'none') closeMode(workspace);
        else if (value !== current) toggleMode(workspace, value);
      }}
    />
  );
}
