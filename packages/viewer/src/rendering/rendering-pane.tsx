import { Loader } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { clamp, type Vec2 } from '../geometry/vectors.ts';
import { Gestures } from '../pane/gestures.ts';
import { PaneTitle } from '../pane/pane-overlays.tsx';
import { useShownPane } from '../pane/shown-panes.ts';
import paneClasses from '../pane/pane.module.css';
import type { VolumeClient } from '../volume/volume-client.ts';
import { type Camera, CAMERA_PRESETS, type CameraPreset, INITIAL_CAMERA, rotated } from './camera.ts';
import type { VoxelBlock } from './ray-caster.ts';
import classes from './rendering.module.css';
import type { SurfacePart } from './read-glb.ts';
import { SurfacesLayer } from './surfaces-layer.tsx';
import { useRayCasting } from './use-ray-casting.ts';
import type { ValueRange } from './value-range.ts';

const PRESET_LABELS: Record<CameraPreset, string> = {
  front: 'Спереди',
  right: 'Справа',
  left: 'Слева',
  below: 'Снизу',
};

/** Voxels of the longest side: a larger texture exceeds the memory of old machines. */
const LONGEST_SIDE = 256;
const BONE_THRESHOLD = 0.17;
const DRAG_PX_PER_RADIAN = 150;
const clampZoom = (zoom: number) => clamp(zoom, 0.5, 8);

interface RenderingPaneProps {
  volumeClient: VolumeClient;
  /** the values that the bytes of the texture represent */
  range: ValueRange;
  /** loads the surfaces of the segmentation, if there is one */
  loadSurfaces: () => Promise<SurfacePart[]>;
  onExpand: () => void;
}

/** The 3D view of the bones; nothing is drawn while the pane is not shown. */
export function RenderingPane({ volumeClient, range, loadSurfaces, onExpand }: RenderingPaneProps) {
  const whole = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const block = useVoxelBlock(volumeClient, range);
  const { camera, zoom, pan, gestures, setZoom, showPreset } = useCamera();
  const [threshold, setThreshold] = useState(BONE_THRESHOLD);
  const state = useRayCasting(canvas, block, { camera, zoom, pan, threshold });
  const { parts, isShown, toggle } = useSurfaces(loadSurfaces);
  useShownPane(whole, 'Объём', state === 'drawn', { name: 'volume' });

  return (
    <div ref={whole} className={paneClasses.pane} role="group" aria-label="Объём">
      <canvas
        ref={canvas}
        className={classes.canvas}
        data-drawn={state === 'drawn' ? '' : undefined}
        onPointerDown={(event) => gestures.down(event)}
        onPointerMove={(event) => gestures.move(event)}
        onPointerUp={(event) => gestures.up(event)}
        onPointerCancel={(event) => gestures.up(event, true)}
        onWheel={({ deltaY }) => setZoom((before) => clampZoom(before * 1.2 ** (-deltaY / 100)))}
        onDoubleClick={onExpand}
        onContextMenu={(event) => event.preventDefault()}
      />
      {isShown && parts && (
        <SurfacesLayer
          parts={parts}
          placement={volumeClient.placement}
          camera={camera}
          zoom={zoom}
          pan={pan}
        />
      )}
      <PaneTitle name="Объём" />
      {state === 'waiting' && <Loader className={classes.note} color="teal.5" aria-label="загрузка..." />}
      {state === 'impossible' && (
        <p className={classes.note}>На этом устройстве объёмное изображение недоступно.</p>
      )}
      <div className={classes.controls}>
        {(Object.keys(CAMERA_PRESETS) as CameraPreset[]).map((preset) => (
          <button key={preset} type="button" onClick={() => showPreset(preset)}>
            {PRESET_LABELS[preset]}
          </button>
        ))}
        {parts && parts.length > 0 && (
          <button type="button" aria-pressed={isShown} onClick={toggle}>
            3D-сегментация
          </button>
        )}
        <label>
          Порог
          <input
            type="range"
            min={0.08}
            max={0.7}
            step={0.01}
            value={threshold}
            onChange={(event) => setThreshold(Number(event.currentTarget.value))}
          />
        </label>
      </div>
    </div>
  );
}

/** Loaded when the pane is opened: most studies have no segmentation, and the answer is then short. */
function useSurfaces(load: () => Promise<SurfacePart[]>) {
  const [parts, setParts] = useState<readonly SurfacePart[]>();
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (loaded) => isWanted && setParts(loaded.length > 0 ? loaded : undefined),
      // the 3D view is complete without it
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  return { parts, isShown, toggle: () => setShown((shown) => !shown) };
}

/** The left button rotates, the others pan; two fingers pan and zoom. */
function useCamera() {
  const [camera, setCamera] = useState<Camera>(INITIAL_CAMERA);
  const [zoom, setZoom] = useState(1);
  const [pan, setPan] = useState<Vec2>([0, 0]);
  const [gestures] = useState(
    () =>
      new Gestures({
        matrix: () => [1, 0, 0, 1, 0, 0],
        startDrag: (_pointer, button) => ({
          move: ({ byPx: [x, y] }) =>
            button === 'left'
              ? setCamera((before) => rotated(before, -x / DRAG_PX_PER_RADIAN, -y / DRAG_PX_PER_RADIAN))
              : setPan(([px, py]) => [px + x, py + y]),
        }),
        pinch: ({ factor, byPx }) => {
          setZoom((before) => clampZoom(before * factor));
          setPan(([x, y]) => [x + byPx[0], y + byPx[1]]);
        },
      }),
  );
  const showPreset = (preset: CameraPreset) => {
    setCamera(CAMERA_PRESETS[preset]);
    setPan([0, 0]);
    setZoom(1);
  };
  return { camera, zoom, pan, gestures, setZoom, showPreset };
}

/** The voxels for the 3D view, requested when the first voxels have arrived, and again when all have. */
function useVoxelBlock(volumeClient: VolumeClient, { low, high }: ValueRange): VoxelBlock | undefined {
  const [block, setBlock] = useState<VoxelBlock>();
  const stage = useSyncExternalStore(volumeClient.subscribe, () => {
    if (volumeClient.version === 0) return 'empty';
    return volumeClient.arrived < volumeClient.sliceCount ? 'partial' : 'complete';
  });
  useEffect(() => {
    if (stage === 'empty') return;
    volumeClient.request('rendering', 'bytes', { longest: LONGEST_SIDE, low, high }, setBlock);
  }, [volumeClient, stage, low, high]);
  return block;
}
