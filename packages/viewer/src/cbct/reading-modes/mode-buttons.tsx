import { ToolButton } from '../../controls/tool-button.tsx';
import { useShortcuts } from '../../controls/use-shortcuts.ts';
import { useStore } from '../../state/store.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { cancelInMode, toggleMode } from './commands.ts';
import { MODES, REGION_TOOLS } from '../workspace/modes.ts';
import { type RegionKind, toggleRegion } from './pick-region.ts';

const REGION_KINDS = Object.keys(REGION_TOOLS) as RegionKind[];

/** The reading modes and the measuring of airway and cavities, by their names; with their keys. */
export function ModeButtons({ workspace }: { workspace: Workspace }) {
  const layout = useStore(workspace.state, (all) => all.layout);
  const measured = useStore(workspace.modes, (all) => all.region?.kind);
  const modes = MODES.map(({ mode, code }) => [code, () => toggleMode(workspace, mode)] as const);
  const regions = REGION_KINDS.map(
    (kind) => [REGION_TOOLS[kind].code, () => toggleRegion(workspace, kind)] as const,
  );
  useShortcuts({ ...Object.fromEntries([...modes, ...regions]), Escape: () => cancelInMode(workspace) });
  return (
    <>
      {MODES.map(({ mode, label, word, shortcut }) => (
        <ToolButton
          key={mode}
          text={word}
          label={label}
          shortcut={shortcut}
          pressed={layout === mode}
          onClick={() => toggleMode(workspace, mode)}
        />
      ))}
      {REGION_KINDS.map((kind) => (
        <ToolButton
          key={kind}
          text={REGION_TOOLS[kind].label}
          label={REGION_TOOLS[kind].label}
          shortcut={REGION_TOOLS[kind].shortcut}
          pressed={measured === kind}
          onClick={() => toggleRegion(workspace, kind)}
        />
      ))}
    </>
  );
}
