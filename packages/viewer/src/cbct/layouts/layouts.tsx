import { type ReactNode, useState } from 'react';
import controls from '../../controls/controls.module.css';
import { useFields, useStore } from '../../state/store.ts';
import classes from '../workspace/cbct.module.css';
import { CrossSectionsPane } from '../panes/cross-sections-pane.tsx';
import { GridLayout } from './grid-layout.tsx';
import { PANE_LABELS } from '../workspace/labels.ts';
import { NoArch } from '../arch/no-arch.tsx';
import { OrthogonalPane } from '../panes/orthogonal-pane.tsx';
import { PanoramaPane } from '../panes/panorama-pane.tsx';
import { ModeLayout } from './mode-layout.tsx';
import { isReadingMode } from '../workspace/modes.ts';
import { hasArch, type Layout, type PaneName, panesOf, shownPane } from '../workspace/state.ts';
import { VolumeScene } from '../panes/volume-scene.tsx';
import type { Workspace } from '../workspace/workspace.ts';

interface NamedPaneProps {
  workspace: Workspace;
  name: PaneName;
  onExpand: () => void;
}

function NamedPane({ workspace, name, onExpand }: NamedPaneProps): ReactNode {
  const isArchAvailable = useStore(workspace.state, hasArch);
  switch (name) {
    case 'panorama':
      if (!isArchAvailable) return <NoArch workspace={workspace} name={name} />;
      return <PanoramaPane workspace={workspace} onExpand={onExpand} />;
    case 'crossSections':
      if (!isArchAvailable) return <NoArch workspace={workspace} name={name} />;
      return <CrossSectionsPane workspace={workspace} onExpand={onExpand} />;
    case 'volume':
      return <VolumeScene workspace={workspace} onExpand={onExpand} />;
    default:
      return <OrthogonalPane workspace={workspace} plane={name} onExpand={onExpand} />;
  }
}

/**
 * Four panes, the panorama with its cross-sections, a grid of slices, or a single pane. A double click on a pane toggles
 * «single».
 */
export function Layouts({ workspace }: { workspace: Workspace }) {
  const { layout, fourth, single } = useFields(workspace.state, 'layout', 'fourth', 'single');
  const [previous, setPrevious] = useState<Exclude<Layout, 'single'>>('four');
  if (isReadingMode(layout)) return <ModeLayout workspace={workspace} mode={layout} />;
  const toggleSingle = (name: PaneName) => () => {
    if (layout === 'single') return workspace.state.set({ layout: previous });
    setPrevious(layout);
    workspace.state.set({ layout: 'single', single: name });
  };
  const pane = (name: PaneName) => (
    <NamedPane workspace={workspace} name={name} onExpand={toggleSingle(name)} />
  );
  if (layout === 'single') return <div className={classes.singlePane}>{pane(single)}</div>;
  if (layout === 'grid')
    return <GridLayout workspace={workspace} onExpand={(plane) => toggleSingle(plane)()} />;
  if (layout === 'panorama')
    return (
      <div className={classes.panoramaLayout}>
        {pane('panorama')}
        {pane('axial')}
        {pane('crossSections')}
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

/** The panes of the layout one at a time, chosen by tabs, or the grid. */
export function PhoneLayout({ workspace }: { workspace: Workspace }) {
  const { single, layout } = useFields(workspace.state, 'single', 'layout');
  if (isReadingMode(layout)) return <ModeLayout workspace={workspace} mode={layout} />;
  const show = (name: PaneName) => workspace.state.set({ layout: 'single', single: name });
  if (layout === 'grid') return <GridLayout workspace={workspace} onExpand={show} />;
  const panes = panesOf({ layout });
  const shown = shownPane({ layout, single });
  return (
    <>
      <div className={controls.tabs} role="tablist" aria-label="Виды">
        {panes.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === shown}
            className={controls.tab}
            onClick={() => workspace.state.set({ single: name })}
          >
            {PANE_LABELS[name]}
          </button>
        ))}
      </div>
      <div className={classes.singlePane} role="tabpanel" aria-label={PANE_LABELS[shown]}>
        <NamedPane workspace={workspace} name={shown} onExpand={() => undefined} />
      </div>
    </>
  );
}
