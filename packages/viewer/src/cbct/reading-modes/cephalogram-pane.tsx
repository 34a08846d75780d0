import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { AnalysisData } from '../../cephalometry/analyses/analysis-data.ts';
import { CEPHALOGRAM_PANE } from '../../cephalometry/analysis-output.ts';
import { LandmarkShapes, OtherTracingShapes, ProposedShapes } from '../../cephalometry/landmark-shapes.tsx';
import { VIEW_NAMES } from '../../cephalometry/analyses/landmarks.ts';
import { type Projected, rangeOf } from '../../geometry/cephalogram.ts';
import type { SheetCut } from '@snimok/imaging/volume/sheet';
import type { Surface } from '../../geometry/surface.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import { OrientationLabels, PaneTitle } from '../../pane/pane-overlays.tsx';
import type { PaneImage } from '../../pane/pane-image.ts';
import { useStore } from '../../state/store.ts';
import type { Cut } from '../../volume/worker/messages.ts';
import { volumeAnnotationLayer } from '../panes/annotation-layers.ts';
import { ORIENTATION_LETTERS } from '../workspace/labels.ts';
import { VolumePane } from '../panes/volume-pane.tsx';
import type { Workspace } from '../workspace/workspace.ts';
import { startLandmarkDrag } from './place-landmark.ts';

interface CephalogramPaneProps {
  workspace: Workspace;
  projected: Projected;
  surface: Surface;
  cut: SheetCut;
  image: PaneImage | undefined;
  positions: ReadonlyMap<string, Vec2>;
  /** of what a model proposes */
  proposed: ReadonlyMap<string, Vec2>;
  /** the proposal that the next decision is about */
  current: string | undefined;
  analysis: AnalysisData;
  /** of the tracing that is superimposed */
  other: ReadonlyMap<string, Vec2> | undefined;
}

/** Annotations in the plane of the cephalogram are shown. */
const IN_PLANE_MM = 0.6;
/** Fractions of the values: those below the first are shown black, those above the second white. */
const SHOWN_PARTS: Vec2 = [0.02, 0.998];

const PART_NAMES = { whole: '', right: 'правая половина · ', left: 'левая половина · ' } as const;

/** The ray sum with the landmarks and the lines that are measured. */
export function CephalogramPane(props: CephalogramPaneProps) {
  const { workspace, projected, surface, cut, image, positions, proposed, analysis, other } = props;
  const sleeveMm = useStore(workspace.annotations, (all) => all.plan.sleeveMm);
  const landmark = useStore(workspace.modes, (all) => all.landmark);
  const layer = useMemo(
    () => volumeAnnotationLayer(workspace, surface, IN_PLANE_MM, cut.slabMm, sleeveMm),
    [workspace, surface, cut, sleeveMm],
  );
  const { view, part } = projected;
  const letters =
    view === 'frontal'
      ? ORIENTATION_LETTERS.coronal
      : { left: 'Зад', right: 'Перед', top: 'Верх', bottom: 'Низ' };
  return (
    <VolumePane
      workspace={workspace}
      name={CEPHALOGRAM_PANE}
      label={VIEW_NAMES[view]}
      image={image}
      surface={surface}
      layer={layer}
      hasStatistics={false}
      scroll={() => undefined}
      startOwnDrag={(pointer, projection) =>
        startLandmarkDrag(workspace, surface, new Map([...proposed, ...positions]), pointer, projection)
      }
      onWheel={undefined}
      onExpand={undefined}
      lines={(projection) => (
        <>
          {other && <OtherTracingShapes analysis={analysis} projection={projection} positions={other} />}
          <ProposedShapes positions={proposed} current={props.current} projection={projection} />
          <LandmarkShapes
            analysis={analysis}
            positions={positions}
            projection={projection}
            current={landmark}
          />
        </>
      )}
    >
      <PaneTitle name={VIEW_NAMES[view]}>
        {PART_NAMES[view === 'lateral' ? part : 'whole']}параллельная проекция
      </PaneTitle>
      <OrientationLabels {...letters} />
    </VolumePane>
  );
}

/**
 * The picture of a cut through the whole head, in the units of the display window: its own range of values is mapped to
 * the window of the series. It is requested for the preview and the complete volume only, because it takes as long as
 * hundreds of slices. `isFinal`: it is the picture of this cut through the complete volume.
 */
export function useRaySum(
  { volumeClient, series }: Workspace,
  cut: SheetCut,
  sizeMm: Vec2,
): { image: PaneImage | undefined; isFinal: boolean } {
  const [found, setFound] = useState<Cut & { cut: SheetCut; stage: string }>();
  const stage = useSyncExternalStore(volumeClient.subscribe, () =>
    volumeClient.isComplete ? 'complete' : volumeClient.version > 0 ? 'preview' : 'empty',
  );
  useEffect(() => {
    if (stage !== 'empty')
      volumeClient.request('cephalogram', 'sheet', cut, (made) => setFound({ ...made, cut, stage }));
  }, [volumeClient, cut, stage]);
  const image = useMemo(() => {
    if (!found) return undefined;
    const [black, white] = rangeOf(found.values, SHOWN_PARTS);
    const { center, width } = series.window;
    const slope = width / (white - black);
    return {
      ...found,
      scale: { slope, intercept: center - width / 2 - black * slope },
      pixelSize: [sizeMm[0] / found.width, sizeMm[1] / found.height] as const,
    };
    // the previous picture keeps its pixel size when the size of the next cut differs
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [found]);
  return { image, isFinal: stage === 'complete' && found?.stage === stage && found.cut === cut };
}
