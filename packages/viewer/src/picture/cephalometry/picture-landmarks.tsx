import { analysisOf } from '../../cephalometry/analyses/all.ts';
import { LandmarkShapes } from '../../cephalometry/landmark-shapes.tsx';
import type { Projection } from '../../geometry/viewport.ts';
import { useStore } from '../../store.ts';
import type { PictureWorkspace } from '../picture-workspace.ts';
import { positionsOf, useLandmarks } from './landmarks-of-picture.ts';

interface PictureLandmarksProps {
  workspace: PictureWorkspace;
  pixelAspect: number;
  projection: Projection;
}

/** The landmarks over the picture while the analysis is open and annotations are shown. */
export function PictureLandmarks({ workspace, pixelAspect, projection }: PictureLandmarksProps) {
  const cephalometry = useStore(workspace.state, (all) => all.cephalometry);
  const isShown = useStore(workspace.annotations, (all) => all.shown);
  const { landmarks } = useLandmarks(workspace);
  if (!cephalometry || !isShown) return null;
  return (
    <LandmarkShapes
      analysis={analysisOf(cephalometry.view, cephalometry.analysis)}
      positions={positionsOf(landmarks, pixelAspect)}
      current={cephalometry.selected}
      projection={projection}
    />
  );
}
