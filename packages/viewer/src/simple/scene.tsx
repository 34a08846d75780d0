import { type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { GRID_AXES } from '../geometry/frame.ts';
import type { Vec2 } from '../geometry/vectors.ts';
import { Gestures } from '../pane/gestures.ts';
import { useElementSize } from '../pane/use-element-size.ts';
import { useShownPane } from '../pane/shown-panes.ts';
import { type Camera, CAMERA_PRESETS, cameraInVolume, INITIAL_CAMERA, rotated } from '../rendering/camera.ts';
import type { SceneMesh } from '../rendering/mesh.ts';
import { TISSUE_LOOKS } from '../rendering/tissues.ts';
import { useSceneRenderer } from '../rendering/use-scene-renderer.ts';
import { valueRangeOf } from '../rendering/value-range.ts';
import { reachOf, viewOf } from '../rendering/view.ts';
import type { VolumeSeries } from '../study/study.ts';
import type { VolumeClient } from '../volume/worker/volume-client.ts';
import { type CommandsRef, useCommands } from './commands.ts';
import { Action, Message, Waiting } from './controls.tsx';
import controls from './controls.module.css';
import classes from './simple.module.css';
import { sentences } from './texts.ts';

const PX_PER_RADIAN = 150;
const RADIANS_PER_KEY = 0.15;
const NO_MESHES: readonly SceneMesh[] = [];
const LOOK = {
  tissue: 'bone' as const,
  threshold: TISSUE_LOOKS.bone.threshold,
  opacity: TISSUE_LOOKS.bone.opacity,
};
const SIDES = [
  { camera: CAMERA_PRESETS.front, label: 'Спереди' },
  { camera: CAMERA_PRESETS.right, label: 'Справа' },
  { camera: CAMERA_PRESETS.left, label: 'Слева' },
] as const;

interface SceneProps {
  volumeClient: VolumeClient;
  series: VolumeSeries;
  commands: CommandsRef;
  /** shows the slices instead, where the browser cannot draw the volume */
  onSlices: () => void;
  /** creates the view again after a lost graphics context */
  onAgain: () => void;
  /** below the picture */
  children: ReactNode;
}

interface Looking {
  camera: Camera;
  zoom: number;
}

const zoomedTo = (zoom: number) => Math.min(8, Math.max(0.7, zoom));

/** The volume in 3D, which a finger turns. */
export default function Scene(props: SceneProps) {
  const { volumeClient, series, commands, onSlices, onAgain, children } = props;
  const { placement } = volumeClient;
  const [looking, setLooking] = useState<Looking>({ camera: INITIAL_CAMERA, zoom: 1.15 });
  const whole = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pane = useElementSize(whole);
  const range = useMemo(() => valueRangeOf(series), [series]);
  const scene = useScene(placement, looking, pane);
  const { state } = useSceneRenderer(canvas, { volumeClient, range, meshes: NO_MESHES, scene });
  useShownPane(whole, 'Объём (3D)', state === 'drawn');
  const turn = (right: number, down: number) =>
    setLooking((before) => ({ ...before, camera: rotated(before.camera, right, down) }));
  const zoom = (factor: number) =>
    setLooking((before) => ({ ...before, zoom: zoomedTo(before.zoom * factor) }));
  useCommands(commands, {
    arrow: (right, down) => turn(right * RADIANS_PER_KEY, down * RADIANS_PER_KEY),
    zoom,
  });
  const [gestures] = useState(
    () =>
      new Gestures({
        matrix: () => [1, 0, 0, 1, 0, 0],
        startDrag: () => ({
          move: ({ byPx: [x, y] }) => turn(x / PX_PER_RADIAN, y / PX_PER_RADIAN),
        }),
        pinch: ({ factor }) => zoom(factor),
      }),
  );
  if (state === 'impossible')
    return (
      <div className={classes.stage}>
        <Message action={<Action onClick={onSlices}>Открыть срезы</Action>}>{sentences.noVolume}</Message>
      </div>
    );
  return (
    <>
      <div className={classes.stage}>
        <div
          ref={whole}
          className={classes.scene}
          role="group"
          aria-label="Объём (3D)"
          {...listenersOf(gestures)}
          onWheel={(event) => zoom(1.2 ** (-event.deltaY / 100))}
        >
          <canvas ref={canvas} className={classes.canvas} data-drawn={state === 'drawn' ? '' : undefined} />
        </div>
        {state === 'waiting' && <Waiting>Загружаем объём…</Waiting>}
        {state === 'lost' && (
          <Message action={<Action onClick={onAgain}>Показать снова</Action>}>{sentences.lostVolume}</Message>
        )}
      </div>
      <div className={classes.controls}>
        <div className={controls.choice} role="group" aria-label="Откуда смотреть">
          {SIDES.map(({ camera, label }) => (
            <button
              key={label}
              type="button"
              className={controls.option}
              onClick={() => setLooking((before) => ({ ...before, camera }))}
            >
              {label}
            </button>
          ))}
        </div>
        <p className={classes.hint}>Поворачивайте пальцем или мышью.</p>
        {children}
      </div>
    </>
  );
}

const useScene = (placement: VolumeClient['placement'], { camera, zoom }: Looking, [width, height]: Vec2) =>
  useMemo(
    () => ({
      view: viewOf(placement, { camera: cameraInVolume(camera, GRID_AXES), zoom, panMm: [0, 0] }, [
        width,
        height,
      ]),
      reachMm: reachOf(placement),
      look: LOOK,
      isVolumeShown: true,
      spaces: [],
    }),
    [placement, camera, zoom, width, height],
  );

const listenersOf = (gestures: Gestures) => ({
  onPointerDown: (event: PointerEvent<HTMLElement>) => gestures.down(event),
  onPointerMove: (event: PointerEvent<HTMLElement>) => gestures.move(event),
  onPointerUp: (event: PointerEvent<HTMLElement>) => gestures.up(event),
  onPointerCancel: (event: PointerEvent<HTMLElement>) => gestures.up(event, true),
});
