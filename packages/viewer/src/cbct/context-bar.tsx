import { type ReactNode, useMemo } from 'react';
import { ContextStrip, ToolHint } from '../shell/context-strip.tsx';
import { Inspector, isInspected } from '../shell/inspector.tsx';
import { useNarrowScreen } from '../controls/use-narrow-screen.ts';
import { useStore } from '../state/store.ts';
import { ArchBar } from './arch/arch-bar.tsx';
import { barOf, type BarName } from './workspace/bar-of.ts';
import { LevellingBar } from './levelling/levelling-bar.tsx';
import { drawingControls, furtherControls, ImplantToolNote } from './implant-plan/planning.tsx';
import { isDrawingTool } from './workspace/pointer.ts';
import { CephalogramBar } from './layouts/cephalogram-layout.tsx';
import { JointsBar } from './layouts/joints-layout.tsx';
import { RegionBar, useRegionMeasuring } from './reading-modes/region-bar.tsx';
import { ResliceBar } from './layouts/reslice-layout.tsx';
import { TOOLS } from './workspace/tools.ts';
import type { Workspace } from './workspace/workspace.ts';

interface ContextBarProps {
  workspace: Workspace;
  /** called with the element in which a layout shows its own bar */
  onPlace: (place: HTMLElement | null) => void;
}

/** The bar for what the user is doing. */
export function ContextBar({ workspace, onPlace }: ContextBarProps) {
  useRegionMeasuring(workspace);
  const narrow = useNarrowScreen();
  const hasRegion = useStore(workspace.modes, (all) => all.region !== undefined);
  const hasAnnotation = useStore(workspace.annotations, isInspected);
  const name = useStore(workspace.state, (all) => barOf(all, { hasRegion, hasAnnotation, narrow }));
  return (
    <ContextStrip>
      {/* always in the page, so that a layout finds its place at once */}
      <div ref={onPlace} hidden={name !== 'grid'} />
      <Bar workspace={workspace} name={name} />
    </ContextStrip>
  );
}

function Bar({ workspace, name }: { workspace: Workspace; name: BarName }): ReactNode {
  switch (name) {
    case 'annotation':
      return <AnnotationBar workspace={workspace} />;
    case 'levelling':
      return <LevellingBar workspace={workspace} />;
    case 'arch':
      return <ArchBar workspace={workspace} />;
    case 'implant':
      return <ImplantToolNote workspace={workspace} />;
    case 'region':
      return <RegionBar workspace={workspace} />;
    case 'reslice':
      return <ResliceBar workspace={workspace} />;
    case 'joints':
      return <JointsBar workspace={workspace} />;
    case 'cephalogram':
      return <CephalogramBar workspace={workspace} />;
    case 'grid':
      return null;
    case 'tool':
      return <ToolBar workspace={workspace} />;
  }
}

/** The selected annotation, the one that is being drawn, or how the chosen tool draws. */
function AnnotationBar({ workspace }: { workspace: Workspace }) {
  const more = useMemo(() => furtherControls(workspace), [workspace]);
  const drawing = useMemo(() => drawingControls(workspace), [workspace]);
  const tool = useStore(workspace.state, (all) => all.tool);
  return (
    <Inspector
      annotations={workspace.annotations}
      tool={isDrawingTool(tool) ? tool : undefined}
      more={more}
      drawing={drawing}
      onFinished={workspace.onAnnotationFinished}
    />
  );
}

function ToolBar({ workspace }: { workspace: Workspace }) {
  const tool = useStore(workspace.state, (all) => all.tool);
  if (isDrawingTool(tool)) return <AnnotationBar workspace={workspace} />;
  const label = TOOLS.flat().find((one) => one.tool === tool)?.label ?? '';
  return <ToolHint tool={tool} label={label} />;
}
