import { type ReactNode, useSyncExternalStore } from 'react';
import { AnnotationShapes } from '../../annotations/annotation-shapes.tsx';
import { finishByDoubleClick } from '../../annotations/draft.ts';
import { useDrawnAnnotations } from '../../annotations/use-drawn-annotations.ts';
import { useRegionStatistics } from '../../annotations/use-region-statistics.ts';
import type { Projection } from '../../geometry/viewport.ts';
import type { Drag, PointerSample } from '../../pane/gestures.ts';
import { JoinedCaption, ScaleBar, SliceSteps } from '../../pane/pane-overlays.tsx';
import type { PaneImage } from '../../pane/pane-image.ts';
import { Pane } from '../../pane/pane.tsx';
import { TOOL_CURSORS } from '../../controls/common-tools.ts';
import { useFields, useStore } from '../../state/store.ts';
import { changeViewport } from '../workspace/commands.ts';
import { handleHover, type PointerTarget, startToolDrag } from '../workspace/pointer.ts';
import { useHeldProbe } from './use-held-probe.tsx';
import type { Workspace } from '../workspace/workspace.ts';

interface VolumePaneProps extends PointerTarget {
  workspace: Workspace;
  label: string;
  image: PaneImage | undefined;
  /** A drag with the left button that has precedence over the tools. */
  startOwnDrag?: ((pointer: PointerSample, projection: Projection) => Drag | undefined) | undefined;
  /** without it, the wheel zooms */
  onWheel: ((steps: number) => void) | undefined;
  onExpand: (() => void) | undefined;
  /** below the annotations */
  lines: (projection: Projection) => ReactNode;
  hasScaleBar?: boolean;
  /** false where the picture's values are not those of voxels */
  hasStatistics?: boolean;
  children: ReactNode;
}

/** A pane with a cut through the volume: tools, annotations and scale bar, the same for all planes. */
export function VolumePane(props: VolumePaneProps) {
  const {
    workspace,
    name,
    surface,
    layer,
    unrolledLayer,
    scroll,
    startTouchScroll,
    hasScaleBar = true,
    hasStatistics = true,
  } = props;
  const { displayWindow, tool } = useFields(workspace.state, 'displayWindow', 'tool');
  const viewport = useStore(workspace.state, (all) => all.viewports[name]);
  // the arch proposes the teeth in the captions of implants
  useFields(workspace.state, 'arch', 'frame', 'editing');
  const annotations = useDrawnAnnotations(workspace.annotations);
  const isComplete = useSyncExternalStore(
    workspace.volumeClient.subscribe,
    () => workspace.volumeClient.isComplete,
  );
  useRegionStatistics(workspace.annotations, layer, isComplete && hasStatistics ? props.image : undefined);
  const { joined } = workspace;
  const held = useHeldProbe(workspace, props.label, surface);
  const layers = unrolledLayer ? [layer, unrolledLayer] : [layer];
  const target: PointerTarget = { name, surface, layer, unrolledLayer, scroll, startTouchScroll };
  return (
    <Pane
      label={props.label}
      name={name}
      image={props.image}
      size={surface.sizeMm}
      mmPerUnit={1}
      displayWindow={displayWindow}
      viewport={viewport}
      onViewport={(change) => changeViewport(workspace, name, change)}
      startDrag={(pointer, button, projection) =>
        (button === 'left' ? props.startOwnDrag?.(pointer, projection) : undefined) ??
        startToolDrag(workspace, target, pointer, button, projection)
      }
      startLongPress={held.startLongPress}
      onHover={(pointer) => handleHover(workspace, layers, pointer)}
      onWheel={props.onWheel}
      onDoubleClick={() => {
        const isDrawing = finishByDoubleClick(workspace.annotations, workspace.onAnnotationFinished);
        if (!isDrawing && tool === 'crosshair') props.onExpand?.();
      }}
      cursor={TOOL_CURSORS[tool] ?? 'crosshair'}
      overlay={(projection) => (
        <>
          <g data-lines>{props.lines(projection)}</g>
          {layers.map((each) => (
            <AnnotationShapes key={each.on} state={annotations} layer={each} projection={projection} />
          ))}
          {joined && <joined.Borders surface={surface} projection={projection} />}
          {joined && <JoinedCaption {...projection} captions={joined.captions} />}
          {hasScaleBar && <ScaleBar {...projection} />}
          {hasScaleBar && <SliceSteps {...projection} betweenMm={workspace.series.betweenMm} />}
        </>
      )}
    >
      {props.children}
      {held.label}
    </Pane>
  );
}
