import { useEffect, useMemo, useState } from 'react';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { useDrawnAnnotations } from '../annotations/use-drawn-annotations.ts';
import type { Axes } from '../geometry/frame.ts';
import type { ArchCurve } from '../geometry/surface.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { cameraInVolume } from '../rendering/camera.ts';
import { halfSpacesOf } from '../rendering/clipping.ts';
import type { SceneMesh } from '../rendering/mesh.ts';
import type { SurfacePart } from '../rendering/read-glb.ts';
import type { Scene } from '../rendering/scene-renderer.ts';
import { reachOf, viewOf } from '../rendering/view.ts';
import { type Store, useFields, useStore } from '../state/store.ts';
import { fromPatient } from '../volume/voxels/placement.ts';
import type { VolumeClient } from '../volume/worker/volume-client.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import type { SceneState } from './scene-state.ts';
import type { SegmentationStore } from './segmentation-store.ts';
import { archMesh, partMesh, SELECTED_COLOR, solidsOf } from './solids.ts';
import { groupOf, shownParts } from './structures.ts';

interface SceneParts {
  volumeClient: VolumeClient;
  series: number;
  annotations: AnnotationsStore;
  store: Store<SceneState>;
  arch: ArchCurve | undefined;
  parts: readonly SurfacePart[];
  segmentation: SegmentationStore;
}

/**
 * The surfaces of the segmentation, without rejected ones. Read when the pane is opened, and again when the study
 * changes, so that a new segmentation appears at once.
 */
export function useSurfaces(studyID: number, store: SegmentationStore): readonly SurfacePart[] {
  const { onStudyChanged } = useViewerHost();
  useEffect(() => {
    void store.refresh();
    return onStudyChanged?.(studyID, () => void store.refresh());
  }, [studyID, store, onStudyChanged]);
  const parts = useStore(store, (all) => all.parts);
  const segmentation = useStore(store, (all) => all.segmentation);
  return useMemo(() => shownParts(parts, segmentation), [parts, segmentation]);
}

/** Implants, canals, the arch and the shown parts of the segmentation. */
export function useMeshes(from: SceneParts): readonly SceneMesh[] {
  const { volumeClient, series, annotations, store, arch, parts, segmentation } = from;
  const { placement } = volumeClient;
  const marks = useDrawnAnnotations(annotations);
  const hiddenParts = useStore(store, (all) => all.hiddenParts);
  const solids = useMemo(
    () => solidsOf(series, (point) => fromPatient(placement, point)),
    [series, placement],
  );
  const surfaces = useMemo(
    () => parts.map((part) => ({ part, mesh: partMesh(part, placement) })),
    [parts, placement],
  );
  const selected = useStore(segmentation, (all) => all.selected);
  const coloured = useMemo(
    () =>
      surfaces.map(({ part, mesh }) => {
        const isSelected = selected !== undefined && mesh.label === selected;
        return { group: groupOf(part), mesh: isSelected ? { ...mesh, color: SELECTED_COLOR } : mesh };
      }),
    [surfaces, selected],
  );
  const line = useMemo(() => arch && archMesh(arch), [arch]);
  return useSame([
    ...solids(marks),
    ...(line && marks.shown ? [line] : []),
    ...coloured.flatMap(({ group, mesh }) => (hiddenParts.has(group) ? [] : [mesh])),
  ]);
}

/** The array of the last render while its elements are the same, so that saving annotations draws nothing. */
function useSame<Element>(elements: readonly Element[]): readonly Element[] {
  const [last, setLast] = useState(elements);
  const isSame = last.length === elements.length && last.every((one, at) => one === elements[at]);
  if (!isSame) setLast(elements);
  return isSame ? last : elements;
}

interface SceneShown extends Pick<SceneParts, 'volumeClient' | 'store'> {
  axes: Axes;
  cursor: Vec3;
  isVolumeShown: boolean;
}

/** The same object until something changes what is drawn: the crosshair does so only where it moves a plane. */
export function useScene(
  { volumeClient, store, axes, cursor, isVolumeShown }: SceneShown,
  pane: Vec2,
): Scene {
  const { placement } = volumeClient;
  const shown = useFields(store, 'camera', 'zoom', 'panMm', 'clip', 'crop', 'tissue', 'threshold', 'opacity');
  const { zoom, panMm, clip, crop, tissue, threshold, opacity } = shown;
  const camera = useMemo(() => cameraInVolume(shown.camera, axes), [shown.camera, axes]);
  const through = clip.by === 'none' ? undefined : cursor;
  const [width, height] = pane;
  return useMemo(
    () => ({
      view: viewOf(placement, { camera, zoom, panMm }, [width, height]),
      reachMm: reachOf(placement),
      look: { tissue, threshold, opacity },
      isVolumeShown,
      spaces: halfSpacesOf(placement, axes, through ?? [0, 0, 0], { clip, crop }),
    }),
    [
      placement,
      camera,
      zoom,
      panMm,
      width,
      height,
      tissue,
      threshold,
      opacity,
      isVolumeShown,
      axes,
      through,
      clip,
      crop,
    ],
  );
}
