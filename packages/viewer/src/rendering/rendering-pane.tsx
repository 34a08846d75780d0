import { Loader } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Workspace } from '../cbct/workspace.ts';
import { clamp, type Vec2 } from '../geometry/vectors.ts';
import { PaneTitle } from '../pane/pane-overlays.tsx';
import { Gestures } from '../pane/gestures.ts';
import { type Camera, INITIAL_CAMERA, type CameraPreset, CAMERA_PRESETS, rotated } from './camera.ts';
import { useRayCasting } from './use-ray-casting.ts';
import classes from './rendering.module.css';
import type { VoxelBlock } from './ray-caster.ts';

const PRESET_LABELS: Record<CameraPreset, string> = {
  front: 'Спереди',
  right: 'Справа',
  left: 'Слева',
  below: 'Снизу',
};

/** Longer sides are thinned out: a third of a gigabyte of texture is nothing for an old machine. */
const LONGEST = 256;
/** The bytes' range: from fat to enamel. */
const RANGE = { low: -200, high: 3000 };
const BONE = 0.17;

/** The bones from all sides: drawn only while one looks at them. */
export function RenderingPane({ workspace, onExpand }: { workspace: Workspace; onExpand: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const block = useBlock(workspace);
  const [camera, setCamera] = useState<Camera>(INITIAL_CAMERA);
  const [zoom, setZoom] = useState(1);
  const [pan, setPan] = useState<Vec2>([0, 0]);
  const [threshold, setThreshold] = useState(BONE);
  const state = useRayCasting(canvas, block, { camera, zoom, pan, threshold });

  const [gestures] = useState(
    () =>
      new Gestures({
        matrix: () => [1, 0, 0, 1, 0, 0],
        startDrag: (_pointer, button) => ({
          move: ({ byPx: [x, y] }) =>
            button === 'left'
              ? setCamera((was) => rotated(was, -x / 150, -y / 150))
              : setPan(([px, py]) => [px + x, py + y]),
        }),
        pinch: ({ factor, byPx }) => {
          setZoom((was) => clamp(was * factor, 0.5, 8));
          setPan(([x, y]) => [x + byPx[0], y + byPx[1]]);
        },
      }),
  );

  return (
    <div className={classes.pane} role="group" aria-label="Объём">
      <canvas
        ref={canvas}
        className={classes.canvas}
        data-drawn={state === 'drawn' ? '' : undefined}
        onPointerDown={(event) => gestures.down(event)}
        onPointerMove={(event) => gestures.move(event)}
        onPointerUp={(event) => gestures.up(event)}
        onPointerCancel={(event) => gestures.up(event, true)}
        onWheel={({ deltaY }) => setZoom((was) => clamp(was * 1.2 ** (-deltaY / 100), 0.5, 8))}
        onDoubleClick={onExpand}
        onContextMenu={(event) => event.preventDefault()}
      />
      <PaneTitle name="Объём" />
      {state === 'waiting' && <Loader className={classes.note} color="teal.5" aria-label="загрузка..." />}
      {state === 'impossible' && (
        <p className={classes.note}>На этом устройстве объёмное изображение недоступно.</p>
      )}
      <div className={classes.controls}>
        {(Object.keys(CAMERA_PRESETS) as CameraPreset[]).map((preset) => (
          <button
            key={preset}
            type="button"
            onClick={() => {
              setCamera(CAMERA_PRESETS[preset]);
              setPan([0, 0]);
              setZoom(1);
            }}
          >
            {PRESET_LABELS[preset]}
          </button>
        ))}
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

/** First of what has come, and once more when all has. */
function useBlock({ volumeClient }: Workspace): VoxelBlock | undefined {
  const [block, setBlock] = useState<VoxelBlock>();
  const stage = useSyncExternalStore(volumeClient.subscribe, () =>
    volumeClient.version === 0 ? 'nothing' : volumeClient.arrived < volumeClient.slices ? 'some' : 'all',
  );
  useEffect(() => {
    if (stage === 'nothing') return;
    volumeClient.request('rendering', 'bytes', { longest: LONGEST, ...RANGE }, setBlock);
  }, [volumeClient, stage]);
  return block;
}
