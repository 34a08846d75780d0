import { Button } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { type Annotation, asPoint } from '../annotations/annotation.ts';
import type { AnnotationLayer } from '../annotations/annotation-layer.ts';
import { AnnotationShapes } from '../annotations/annotation-shapes.tsx';
import { finishByDoubleClick } from '../annotations/draft.ts';
import { useDrawnAnnotations } from '../annotations/use-drawn-annotations.ts';
import { useRegionStatistics } from '../annotations/use-region-statistics.ts';
import { moveLastPoint } from '../annotations/draw-annotation.ts';
import { CEPHALOGRAM_PANE } from '../cephalometry/analysis-output.ts';
import { clamp, type Vec2, type Vec3 } from '../geometry/vectors.ts';
import { type Projection, projectionOf, type Viewport } from '../geometry/viewport.ts';
import type { DisplayWindow } from '../pane/display-window.ts';
import { CineControl } from '../pane/cine.tsx';
import { OrientationLabels, PaneTitle, ScaleBar, SliceSlider } from '../pane/pane-overlays.tsx';
import type { PaneImage } from '../pane/pane-image.ts';
import { Pane } from '../pane/pane.tsx';
import { TOOL_CURSORS } from '../controls/common-tools.ts';
import { useFields, useStore } from '../state/store.ts';
import { dayAlone } from '../study/study-day.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import { showFrame } from './workspace/commands.ts';
import { edgeLetters } from './orientation.ts';
import { startCephalometryDrag } from './workspace/landmarks-of-picture.ts';
import { PictureLandmarks } from './cephalometry/picture-landmarks.tsx';
import type { PictureWorkspace } from './workspace/picture-workspace.ts';
import classes from './picture.module.css';
import { startToolDrag } from './workspace/pointer.ts';
import { probeText } from './probe-picture.ts';
import { savePNG } from './save-png.ts';
import { scaleLabel } from './workspace/state.ts';
import { sharpen } from './sharpen.ts';
import type { ShownPicture } from './use-picture.ts';

interface PicturePaneProps {
  workspace: PictureWorkspace;
  picture: ShownPicture;
  /** millimetres per pixel, across and down */
  unitMm: Vec3 | undefined;
}

/** The pane with one X-ray. */
export function PicturePane({ workspace, picture, unitMm }: PicturePaneProps) {
  const { index } = picture;
  const image = picture.state === 'shown' ? picture.image : undefined;
  const { state, annotations, series } = workspace;
  const { displayWindow, tool, viewport, sharpened } = useFields(
    state,
    'displayWindow',
    'tool',
    'viewport',
    'sharpened',
  );
  const isAnalyzed = useStore(state, (all) => all.cephalometry !== undefined);
  const annotationsState = useDrawnAnnotations(annotations);
  const container = useRef<HTMLDivElement>(null);
  const projection = useRef<Projection>(null);
  const shown = useMemo(() => (image && sharpened ? sharpen(image) : image), [image, sharpened]);
  const frame = series.frames[index];
  const size: Vec2 = frame ? [frame.columns, frame.rows * frame.pixelAspect] : [1, 1];
  const layer = pictureAnnotationLayer(series.series, index, frame?.pixelAspect ?? 1, unitMm);
  useRegionStatistics(annotations, layer, frame?.scale ? image : undefined);
  const scroll = (by: number) =>
    showFrame(workspace, clamp(state.get().frame + by, 0, series.frames.length - 1));
  const measure = (annotation: Annotation) => {
    const [point] = annotation.points;
    if (annotation.kind !== 'probe' || !point || !image || !frame) return;
    const pixelMm = unitMm && ([unitMm[0], unitMm[1]] as const);
    annotations.put({ ...annotation, text: probeText(image, [point[0], point[1]], frame, pixelMm) }, false);
  };
  useSave(workspace, shown, displayWindow, container, projection);

  return (
    <div ref={container} className={classes.container}>
      <Pane
        label={labelOf(series)}
        {...(isAnalyzed && { name: CEPHALOGRAM_PANE })}
        image={shown}
        size={size}
        mmPerUnit={unitMm?.[0]}
        displayWindow={displayWindow}
        viewport={viewport}
        onViewport={(change) => state.set((before) => ({ viewport: change(before.viewport) }))}
        startDrag={(pointer, button, current) =>
          (tool === 'cephalometry' && button === 'left' && frame
            ? startCephalometryDrag(workspace, frame, pointer, current)
            : undefined) ??
          startToolDrag(
            { state, annotations, layer, size, scroll, onFinished: measure },
            pointer,
            button,
            current,
          )
        }
        {...(series.frames.length > 1 && { onWheel: (steps) => scroll(Math.sign(steps)) })}
        onHover={(pointer) =>
          pointer && annotations.get().draft && moveLastPoint(annotations, layer, pointer.position)
        }
        onDoubleClick={() => void finishByDoubleClick(annotations, measure)}
        cursor={TOOL_CURSORS[tool] ?? 'crosshair'}
        {...(picture.state === 'failed' && { instead: <NoPicture {...picture} /> })}
        overlay={(current) => {
          projection.current = current;
          return (
            <>
              <AnnotationShapes state={annotationsState} layer={layer} projection={current} />
              {frame && (
                <PictureLandmarks workspace={workspace} frame={frame} unitMm={unitMm} projection={current} />
              )}
              {unitMm && <ScaleBar {...current} pxPerUnit={current.pxPerUnit / unitMm[0]} />}
            </>
          );
        }}
      >
        <Captions workspace={workspace} index={index} unitMm={unitMm} viewport={viewport} />
      </Pane>
    </div>
  );
}

const labelOf = ({ description }: PictureWorkspace['series']): string => description || 'Снимок';

interface CaptionsProps extends Pick<PicturePaneProps, 'workspace' | 'unitMm'> {
  index: number;
  viewport: Viewport;
}

/** The name of the picture, its place in the series, and the patient's directions. */
function Captions({ workspace, index, unitMm, viewport }: CaptionsProps) {
  const { series } = workspace;
  const frame = series.frames[index];
  const isOneOfSeveral = series.frames.length > 1;
  return (
    <>
      <PaneTitle name={labelOf(series)}>
        {isOneOfSeveral && `${index + 1} из ${series.frames.length} · `}
        {scaleLabel(frame, unitMm)}
      </PaneTitle>
      {frame?.patientOrientation && (
        <SideLetters orientation={frame.patientOrientation} viewport={viewport} />
      )}
      {isOneOfSeveral && <FrameControls workspace={workspace} index={index} />}
    </>
  );
}

/** Shown in place of a picture that cannot be shown; the others of the series can. */
function NoPicture({ failure, retry }: { failure: unknown; retry: () => void }) {
  const { explain } = useViewerHost();
  return (
    <div className={classes.failed} role="alert">
      <p>
        Не удалось показать снимок. {explain(failure, 'Снимок повреждён, или устройству не хватило памяти.')}
      </p>
      <Button size="xs" variant="default" onClick={retry}>
        Повторить
      </Button>
    </div>
  );
}

/** The slider through the pictures of a series, and the button that plays them. */
function FrameControls({ workspace, index }: { workspace: PictureWorkspace; index: number }) {
  const { frames } = workspace.series;
  return (
    <>
      <SliceSlider
        label="Снимок"
        value={index}
        last={frames.length - 1}
        text={`${index + 1} из ${frames.length}`}
        onChange={(to) => showFrame(workspace, to)}
      />
      <CineControl
        label={labelOf(workspace.series)}
        onStep={() => showFrame(workspace, (workspace.state.get().frame + 1) % frames.length)}
      />
    </>
  );
}

/** The patient's directions at the edges of the pane, as the picture is turned. */
function SideLetters({
  orientation,
  viewport,
}: {
  orientation: readonly [string, string];
  viewport: Viewport;
}) {
  // only the directions of the axes matter, so any size does
  const { matrix } = projectionOf(viewport, { pane: [1, 1], picture: [1, 1] });
  const letters = edgeLetters(orientation, matrix);
  return letters && <OrientationLabels {...letters} />;
}

/** Sets `workspace.save` to save what the pane shows now. */
function useSave(
  workspace: PictureWorkspace,
  image: PaneImage | undefined,
  displayWindow: DisplayWindow,
  container: RefObject<HTMLElement | null>,
  projection: RefObject<Projection | null>,
): void {
  const host = useViewerHost();
  const save = useEffectEvent(() => {
    const overlay = container.current?.querySelector<SVGSVGElement>('svg[aria-hidden]') ?? null;
    if (!image || !projection.current) return;
    workspace.annotations.set({ selected: undefined });
    const { study } = workspace;
    const picture = { image, displayWindow, projection: projection.current, overlay };
    void savePNG(picture, `${study.patientName} ${dayAlone(study, host)}`);
  });
  useEffect(() => {
    workspace.save = () => save();
  }, [workspace]);
}

/** The centre of a pixel has whole coordinates. Pixels that are not square are stretched vertically. */
const pictureAnnotationLayer = (
  series: number,
  frame: number,
  pixelAspect: number,
  unitMm: Vec3 | undefined,
): AnnotationLayer => ({
  on: 'picture',
  series,
  frame,
  toPoint: ([u, v]) => asPoint([u - 0.5, v / pixelAspect - 0.5, 0]),
  toPosition: ([x, y]) => ({ position: [x + 0.5, (y + 0.5) * pixelAspect], offset: 0 }),
  maxOffset: 0,
  unitMm,
  bodyOf: () => undefined,
});
