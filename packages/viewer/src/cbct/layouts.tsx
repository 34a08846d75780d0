import { type ReactNode, useState } from 'react';
import { RenderingPane } from '../rendering/rendering-pane.tsx';
import { valueRangeOf } from '../rendering/value-range.ts';
import controls from '../shell/controls.module.css';
import { useStore } from '../store.ts';
import classes from './cbct.module.css';
import { CrossSectionsPane } from './cross-sections-pane.tsx';
import { PANE_LABELS } from './labels.ts';
import { NoArch } from './no-arch.tsx';
import { OrthogonalPane } from './orthogonal-pane.tsx';
import { PanoramaPane } from './panorama-pane.tsx';
import { hasArch, type PaneName } from './state.ts';
import type { Workspace } from './workspace.ts';

interface NamedPaneProps {
  workspace: Workspace;
  name: PaneName;
  /** for the panorama: the numbers of the cross-sections beside it */
  crossSections?: readonly number[];
  /** for the cross-sections: called with the numbers that are shown */
  onNumbers?: (numbers: readonly number[]) => void;
  onExpand: () => void;
}

function NamedPane({ workspace, name, crossSections, onNumbers, onExpand }: NamedPaneProps): ReactNode {
  const isArchAvailable = useStore(workspace.state, hasArch);
  switch (name) {
    case 'panorama':
      if (!isArchAvailable) return <NoArch workspace={workspace} name={name} />;
      return (
        <PanoramaPane workspace={workspace} onExpand={onExpand} {...(crossSections && { crossSections })} />
      );
    case 'crossSections':
      if (!isArchAvailable) return <NoArch workspace={workspace} name={name} />;
      return (
        <CrossSectionsPane workspace={workspace} onExpand={onExpand} {...(onNumbers && { onNumbers })} />
      );
    case 'volume':
      return (
        <RenderingPane
          volumeClient={workspace.volumeClient}
          range={valueRangeOf(workspace.series)}
          loadSurfaces={workspace.loadSurfaces}
          onExpand={onExpand}
        />
      );
    default:
      return <OrthogonalPane workspace={workspace} plane={name} onExpand={onExpand} />;
  }
}

/**
 * Four panes, the panorama with its cross-sections, or a single pane. A double click on a pane toggles
 * «single».
 */
export function Layouts({ workspace }: { workspace: Workspace }) {
  const { layout, fourth, single } = useStore(workspace.state, (all) => all);
  const [previous, setPrevious] = useState<'four' | 'panorama'>('four');
  const [crossSections, setCrossSections] = useState<readonly number[]>([]);
  const toggleSingle = (name: PaneName) => () => {
    if (layout === 'single') return workspace.state.set({ layout: previous });
    setPrevious(layout);
    workspace.state.set({ layout: 'single', single: name });
  };
  const pane = (name: PaneName) => (
    <NamedPane workspace={workspace} name={name} onExpand={toggleSingle(name)} />
  );
  if (layout === 'single') return <div className={classes.singlePane}>{pane(single)}</div>;
  if (layout === 'panorama')
    return (
      <div className={classes.panoramaLayout}>
        <NamedPane
          workspace={workspace}
          name="panorama"
          crossSections={crossSections}
          onExpand={toggleSingle('panorama')}
        />
        {pane('axial')}
        <NamedPane
          workspace={workspace}
          name="crossSections"
          onNumbers={setCrossSections}
          onExpand={toggleSingle('crossSections')}
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

/** One pane at a time, chosen by tabs. */
export function PhoneLayout({ workspace }: { workspace: Workspace }) {
  const { single } = useStore(workspace.state, (all) => all);
  return (
    <>
      <div className={controls.tabs} role="tablist" aria-label="Виды">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === single}
            className={controls.tab}
            onClick={() => workspace.state.set({ single: name })}
          >
            {PANE_LABELS[name]}
          </button>
        ))}
      </div>
      <div className={classes.singlePane} role="tabpanel" aria-label={PANE_LABELS[single]}>
        <NamedPane workspace={workspace} name={single} onExpand={() => undefined} />
      </div>
    </>
  );
}
