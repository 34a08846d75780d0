import { useState, type ReactNode } from 'react';
import shell from '../shell/shell.module.css';
import { useStore } from '../store.ts';
import type { Workspace } from './workspace.ts';
import classes from './cbct.module.css';
import { OrthogonalPane } from './orthogonal-pane.tsx';
import { PanoramaPane } from './panorama-pane.tsx';
import { RenderingPane } from '../rendering/rendering-pane.tsx';
import { CrossSectionsPane } from './cross-sections-pane.tsx';
import { NoArch } from './no-arch.tsx';
import { hasArch, type PaneName } from './state.ts';
import { PANE_LABELS } from './labels.ts';

interface PaneProps {
  workspace: Workspace;
  name: PaneName;
  crossSections?: readonly number[];
  onNumbers?: (numbers: readonly number[]) => void;
  onExpand: () => void;
}

function PaneOf({ workspace, name, crossSections, onNumbers, onExpand }: PaneProps): ReactNode {
  const found = useStore(workspace.state, hasArch);
  switch (name) {
    case 'panorama':
      if (!found) return <NoArch workspace={workspace} name={name} />;
      return (
        <PanoramaPane workspace={workspace} onExpand={onExpand} {...(crossSections && { crossSections })} />
      );
    case 'crossSections':
      if (!found) return <NoArch workspace={workspace} name={name} />;
      return (
        <CrossSectionsPane workspace={workspace} onExpand={onExpand} {...(onNumbers && { onNumbers })} />
      );
    case 'volume':
      return <RenderingPane workspace={workspace} onExpand={onExpand} />;
    default:
      return <OrthogonalPane workspace={workspace} plane={name} onExpand={onExpand} />;
  }
}

/** Four panes, the panorama with its sections, or one pane alone. */
export function Layouts({ workspace }: { workspace: Workspace }) {
  const { layout, fourth, single } = useStore(workspace.state, (all) => all);
  const [before, setBefore] = useState<'four' | 'panorama'>('four');
  const [crossSections, setSections] = useState<readonly number[]>([]);
  const expand = (name: PaneName) => () => {
    if (layout === 'single') return workspace.state.set({ layout: before });
    setBefore(layout);
    workspace.state.set({ layout: 'single', single: name });
  };
  const pane = (name: PaneName) => <PaneOf workspace={workspace} name={name} onExpand={expand(name)} />;
  if (layout === 'single') return <div className={classes.singlePane}>{pane(single)}</div>;
  if (layout === 'panorama')
    return (
      <div className={classes.panoramaLayout}>
        <PaneOf
          workspace={workspace}
          name="panorama"
          crossSections={crossSections}
          onExpand={expand('panorama')}
        />
        {pane('axial')}
        <PaneOf
          workspace={workspace}
          name="crossSections"
          onNumbers={setSections}
          onExpand={expand('crossSections')}
        />
      </div>
    );
  return (
    <div className={classes.fourPanes}>
      {pane('axial')}
      {pane('coronal')}
      {pane('sagittal')}
      {pane(fourth)}
    </div>
  );
}

const TABS: PaneName[] = ['axial', 'coronal', 'sagittal', 'panorama', 'crossSections', 'volume'];

/** One pane, the others behind tabs. */
export function PhoneLayout({ workspace }: { workspace: Workspace }) {
  const { single } = useStore(workspace.state, (all) => all);
  const stay = () => undefined;
  return (
    <>
      <div className={shell.tabs} role="tablist" aria-label="Виды">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === single}
            className={shell.tab}
            onClick={() => workspace.state.set({ single: name })}
          >
            {PANE_LABELS[name]}
          </button>
        ))}
      </div>
      <div className={classes.singlePane} role="tabpanel" aria-label={PANE_LABELS[single]}>
        <PaneOf workspace={workspace} name={single} onExpand={stay} />
      </div>
    </>
  );
}
