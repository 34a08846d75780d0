import { analysisOf } from '../../cephalometry/analyses/all.ts';
import { LandmarkShapes, OtherTracingShapes, ProposedShapes } from '../../cephalometry/landmark-shapes.tsx';
import { currentOf } from '../../cephalometry/proposal.ts';
import { superimposed } from '../../cephalometry/superimpose.ts';
import { placesOf } from '../../cephalometry/tracings.ts';
import type { Vec3 } from '../../geometry/vectors.ts';
import type { Projection } from '../../geometry/viewport.ts';
import { useStore } from '../../state/store.ts';
import type { Frame } from '../../study/study.ts';
import type { PictureWorkspace } from '../workspace/picture-workspace.ts';
import { positionsAt, positionsOf, useLandmarks } from '../workspace/landmarks-of-picture.ts';
import { useProposed } from './propose-landmarks.ts';

interface PictureLandmarksProps {
  workspace: PictureWorkspace;
  frame: Frame;
  unitMm: Vec3 | undefined;
  projection: Projection;
}

/** The landmarks over the picture while the analysis is open and annotations are shown. */
export function PictureLandmarks({ workspace, frame, unitMm, projection }: PictureLandmarksProps) {
  const cephalometry = useStore(workspace.state, (all) => all.cephalometry);
  const isShown = useStore(workspace.annotations, (all) => all.shown);
  const { landmarks } = useLandmarks(workspace);
  const proposed = useProposed(workspace);
  if (!cephalometry || !isShown) return null;
  const { view, other, selected } = cephalometry;
  const analysis = analysisOf(view, cephalometry.analysis);
  const placed =
    other && unitMm && view === 'lateral'
      ? superimposed(placesOf(landmarks, frame, unitMm), other.places)
      : undefined;
  return (
    <>
      {placed && unitMm && (
        <OtherTracingShapes
          analysis={analysis}
          projection={projection}
          positions={positionsAt(placed, frame, unitMm)}
        />
      )}
      <ProposedShapes
        positions={positionsOf(proposed, frame.pixelAspect)}
        current={currentOf(proposed, cephalometry.chosen)?.name}
        projection={projection}
      />
      <LandmarkShapes
        analysis={analysis}
        positions={positionsOf(landmarks, frame.pixelAspect)}
        current={selected}
        projection={projection}
      />
    </>
  );
}
