import { Loader } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Annotation } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { useDrawnAnnotations } from '../annotations/use-drawn-annotations.ts';
import type { ImplantTooth } from '../annotations/labels.ts';
import type { Axes } from '../geometry/frame.ts';
import type { ArchCurve } from '../geometry/surface.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { type GestureHandlers, Gestures } from '../pane/gestures.ts';
import { OrientationLabels, PaneTitle } from '../pane/pane-overlays.tsx';
import paneClasses from '../pane/pane.module.css';
import { useShownPane } from '../pane/shown-panes.ts';
import { useElementSize } from '../pane/use-element-size.ts';
import type { SurfacePart } from '../rendering/read-glb.ts';
import { type RenderState, useSceneRenderer } from '../rendering/use-scene-renderer.ts';
import type { ValueRange } from '../rendering/value-range.ts';
import { useShortcuts } from '../controls/use-shortcuts.ts';
import type { SEGMENTATION_STATES } from '../study/labels.ts';
import { type Store, useFields, useStore } from '../state/store.ts';
import type { Study } from '../study/study.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import { fromPatient } from '../volume/voxels/placement.ts';
import type { VolumeClient } from '../volume/worker/volume-client.ts';
import { edgesOf } from './orientation.ts';
import { SceneBar } from './scene-bar.tsx';
import { sceneShortcuts } from './scene-options.ts';
import { SceneOverlay } from './scene-overlay.tsx';
import { type SceneTarget, startSceneDrag } from './scene-pointer.ts';
import { SceneSettings } from './scene-settings.tsx';
import classes from './scene.module.css';
import { type SceneState, zoomedBy } from './scene-state.ts';
import { SegmentationPanel } from './segmentation-panel.tsx';
import type { SegmentationStore } from './segmentation-store.ts';
import { SurfacesLegend } from './surfaces-legend.tsx';
import { useMeshes, useScene, useSurfaces } from './use-scene.ts';

interface ScenePaneProps {
  volumeClient: VolumeClient;
  series: number;
  /** the values that the bytes of the texture represent */
  range: ValueRange;
  annotations: AnnotationsStore;
  store: Store<SceneState>;
  /** the directions that are shown as the patient's left, back and head */
  axes: Axes;
  /** the crosshair, in the volume's millimetres */
  cursor: Vec3;
  arch: ArchCurve | undefined;
  study: Study;
  segmentation: SegmentationStore;
  onPoint: (point: Vec3) => void;
  /** a structure was chosen in the chart: the other panes show it */
  onChosen: (part: SurfacePart) => void;
  toothOf: (implant: Annotation) => ImplantTooth | undefined;
  /** an implant was grasped or dragged */
  onImplant: (implant: Annotation) => void;
  onExpand: () => void;
  /** beside the pane's name */
  about: string | undefined;
}

/** The 3D view with its controls; nothing is drawn while it is not on the screen. */
export function ScenePane(props: ScenePaneProps) {
  const { store, range, study, segmentation } = props;
  const [attempt, setAttempt] = useState(0);
  const parts = useSurfaces(study.studyID, segmentation);
  const maySegment = useMaySegment(study, segmentation);
  const { areSettingsOpened, areSurfacesShown, isVolumeShown, isSegmentationOpened } = useFields(
    store,
    'areSettingsOpened',
    'areSurfacesShown',
    'isVolumeShown',
    'isSegmentationOpened',
  );
  const model = useStore(segmentation, (all) => all.segmentation?.model);
  const hasSurfaces = parts.length > 0;
  const isVolume = isVolumeShown ?? !(hasSurfaces && areSurfacesShown);
  useShortcuts(sceneShortcuts(store));
  return (
    <div className={`${paneClasses.pane} ${classes.scene}`} role="group" aria-label="Объём">
      <Picture
        key={attempt}
        {...props}
        parts={areSurfacesShown ? parts : NO_PARTS}
        isVolumeShown={isVolume}
        onAgain={() => setAttempt(attempt + 1)}
      >
        {areSettingsOpened && <SceneSettings store={store} range={range} isVolumeShown={isVolume} />}
        {maySegment && isSegmentationOpened ? (
          <SegmentationPanel
            studyID={study.studyID}
            store={segmentation}
            parts={parts}
            onChosen={props.onChosen}
          />
        ) : (
          hasSurfaces && areSurfacesShown && <SurfacesLegend store={store} parts={parts} model={model} />
        )}
      </Picture>
      <SceneBar store={store} hasSurfaces={hasSurfaces} segmentation={maySegment} />
    </div>
  );
}

/** The state of the segmentation if the user may request it, which the page of a link's recipient does not offer. */
function useMaySegment(study: Study, store: SegmentationStore): keyof typeof SEGMENTATION_STATES | undefined {
  const host = useViewerHost();
  const status = useStore(store, (all) => all.segmentation?.status);
  return study.can.segment && host.segmentation ? status : undefined;
}

const NO_PARTS: readonly SurfacePart[] = [];

interface PictureProps extends ScenePaneProps {
  parts: readonly SurfacePart[];
  isVolumeShown: boolean;
  /** creates another canvas, because the graphics context of this one is not restored */
  onAgain: () => void;
  children: ReactNode;
}

function Picture(props: PictureProps) {
  const { volumeClient, series, range, annotations, store, cursor, onExpand, onAgain, children } = props;
  const { placement } = volumeClient;
  const whole = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const marks = useDrawnAnnotations(annotations);
  const camera = useStore(store, (all) => all.camera);
  const meshes = useMeshes(props);
  const scene = useScene(props, useElementSize(whole));
  const { state, block, drawWith } = useSceneRenderer(canvas, { volumeClient, range, meshes, scene });
  const { onPoint, onImplant } = props;
  const { select: onStructure } = props.segmentation;
  const target = { scene, meshes, block, store, annotations, placement, onPoint, onStructure, onImplant };
  const gestures = useSceneGestures(frame, target);
  useShownPane(whole, 'Объём', state === 'drawn', {
    name: 'volume',
    drawWith: (content, use) => {
      const shown = meshes.filter(({ part }) => !part || content[part]);
      if (shown.length === meshes.length) use();
      else drawWith(shown, use);
    },
  });
  return (
    <div ref={whole} className={classes.picture}>
      <div
        ref={frame}
        className={classes.frame}
        onPointerDown={(event) => gestures.down(event)}
        onPointerMove={(event) => gestures.move(event)}
        onPointerUp={(event) => gestures.up(event)}
        onPointerCancel={(event) => gestures.up(event, true)}
        onDoubleClick={onExpand}
        onContextMenu={(event) => event.preventDefault()}
      >
        <canvas ref={canvas} className={classes.canvas} data-drawn={state === 'drawn' ? '' : undefined} />
        {state === 'drawn' && (
          <SceneOverlay
            view={scene.view}
            cursor={cursor}
            annotations={marks}
            series={series}
            toVolume={(point) => fromPatient(placement, point)}
            toothOf={props.toothOf}
          />
        )}
      </div>
      <PaneTitle name="Объём" narrow={props.about !== undefined}>
        {props.about}
      </PaneTitle>
      {state === 'drawn' && <OrientationLabels {...edgesOf(camera)} />}
      <StateNote state={state} onAgain={onAgain} />
      {children}
    </div>
  );
}

/** Longer than a driver takes to start again. */
const RESTORE_MS = 5000;

function StateNote({ state, onAgain }: { state: RenderState; onAgain: () => void }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (state !== 'lost') return setLate(false);
    const timer = setTimeout(() => setLate(true), RESTORE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === 'drawn') return null;
  if (state === 'impossible')
    return (
      <p className={classes.note} role="status">
        Браузер не может показать объём: нужна поддержка WebGL 2 и видеопамять. Срезы, панорама и разметка
        работают как обычно.
      </p>
    );
  if (isLate)
    return (
      <div className={classes.note} role="status">
        Видеокарта прервала показ объёма. Разметка сохранена.
        <br />
        <button type="button" onClick={onAgain}>
          Показать снова
        </button>
      </div>
    );
  return <Loader className={classes.note} color="teal.5" aria-label="загрузка..." />;
}

const zoomBy = (store: Store<SceneState>, factor: number): void =>
  store.set(({ zoom }) => ({ zoom: zoomedBy(zoom, factor) }));

function useSceneGestures(frame: RefObject<HTMLElement | null>, target: SceneTarget): Gestures {
  const { store, scene } = target;
  const handlers: GestureHandlers = {
    matrix: () => [1, 0, 0, 1, 0, 0],
    startDrag: (pointer, button, event) => {
      if (button !== 'left') event.preventDefault();
      return startSceneDrag(target, pointer, button);
    },
    pinch: ({ factor, byPx: [x, y] }) => {
      const { mmPerPx } = scene.view;
      zoomBy(store, factor);
      store.set(({ panMm }) => ({ panMm: [panMm[0] + x * mmPerPx, panMm[1] - y * mmPerPx] }));
    },
  };
  const [gestures] = useState(() => new Gestures(handlers));
  useEffect(() => gestures.setHandlers(handlers));
  useEffect(() => {
    const element = frame.current;
    // React's wheel listener is passive, so it could not prevent the page from scrolling
    const listen = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(store, 1.2 ** (-event.deltaY / 100));
    };
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [frame, store]);
  return gestures;
}
