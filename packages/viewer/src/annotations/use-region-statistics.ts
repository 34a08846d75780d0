import { useEffect } from 'react';
import type { PaneImage } from '../pane/pane-image.ts';
import { useStore } from '../state/store.ts';
import type { AnnotationLayer } from './annotation-layer.ts';
import type { AnnotationsStore } from './annotations-store.ts';
import { isRegion, regionText } from './region.ts';

/**
 * Measures the user's own regions that lie on a picture and have no values yet, because they were just drawn or changed.
 * `image` is undefined until the final picture is shown.
 */
export function useRegionStatistics(
  annotations: AnnotationsStore,
  layer: AnnotationLayer,
  image: PaneImage | undefined,
): void {
  const own = useStore(annotations, (all) => all.own);
  useEffect(() => {
    if (!image || image.colours) return;
    for (const annotation of own) {
      const isHere =
        annotation.on === layer.on && annotation.series === layer.series && annotation.frame === layer.frame;
      if (!isRegion(annotation.kind) || annotation.text !== '' || !isHere) continue;
      const text = regionText(annotation, layer, image);
      if (text !== undefined) annotations.put({ ...annotation, text }, false);
    }
  }, [annotations, own, layer, image]);
}
