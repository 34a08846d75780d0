import { useState, type ReactNode } from 'react';
import shell from '../shell/shell.module.css';
import { useStore } from '../store.ts';
import type { Workspace } from './workspace.ts';
import classes from './cbct.module.css';
import { OrthogonalPane } from './orthogonal-pane.tsx';
import { PanoramaPane } from './panorama-pane.tsx';
import { RenderingPane } from '../rendering/rendering-pane.tsx';
import { SectionsPane } from './cross-sections-pane.tsx';
import { NoArch } from './no-arch.tsx';
import { hasArch, type PaneName } from './state.ts';
import { PANE_WORDS } from './labels.ts';

interface PaneProps {
  bench: Workspace;
  name: PaneName;
  sections?: readonly number[];
  onNumbers?: (numbers: readonly number[]) => void;
  onExpand: () => void;
}

function PaneOf({ bench, name, sections, onNumbers, onExpand }: PaneProps): ReactNode {
  const found = useStore(bench.state, hasArch);
  switch (name) {
    case 'panorama':
      if (!found) return <NoArch bench={bench} name={name} />;
      return <PanoramaPane bench={bench} onExpand={onExpand} {...(sections && { sections })} />;
    case 'sections':
      if (!found) return <NoArch bench={bench} name={name} />;
      return <SectionsPane bench={bench} onExpand={onExpand} {...(onNumbers && { onNumbers })} />;
    case 'volume':
      return <RenderingPane bench={bench} onExpand={onExpand} />;
    default:
      return <OrthogonalPane bench={bench} plane={name} onExpand={onExpand} />;
  }
}

/** Four panes, the panorama with its sections, or one pane alone. */
export function Layouts({ bench }: { bench: Workspace }) {
  const { layout, fourth, single } = useStore(bench.state, (all) => all);
  const [before, setBefore] = useState<'four' | 'panorama'>('four');
  const [sections, setSections] = useState<readonly number[]>([]);
  const expand = (name: PaneName) => () => {
    if (layout === 'single') return bench.state.set({ layout: before });
    setBefore(layout);
    bench.state.set({ layout: 'single', single: name });
  };
  const pane = (name: PaneName) => <PaneOf bench={bench} name={name} onExpand={expand(name)} />;
  if (layout === 'single') return <div className={classes.alone}>{pane(single)}</div>;
  if (layout === 'panorama')
    return (
      <div className={classes.along}>
        <PaneOf bench={bench} name="panorama" sections={sections} onExpand={expand('panorama')} />
        {pane('axial')}
        <PaneOf bench={bench} name="sections" onNumbers={setSections} onExpand={expand('sections')} />
      </div>
    );
  return (
    <div className={classes.four}>
      {pane('axial')}
      {pane('coronal')}
      {pane('sagittal')}
      {pane(fourth)}
    </div>
  );
}

const TABS: PaneName[] = ['axial', 'coronal', 'sagittal', 'panorama', 'sections', 'volume'];

/** One pane, the others behind tabs. */
export function PhoneLayout({ bench }: { bench: Workspace }) {
  const { single } = useStore(bench.state, (all) => all);
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
            onClick={() => bench.state.set({ single: name })}
          >
            {PANE_WORDS[name]}
          </button>
        ))}
      </div>
      <div className={classes.alone} role="tabpanel" aria-label={PANE_WORDS[single]}>
        <PaneOf bench={bench} name={single} onExpand={stay} />
      </div>
    </>
  );
}
