import { expect, test } from 'vitest';
import { newAnnotation, type Point } from '../../annotations/annotation.ts';
import type { AnnotationLayer } from '../../annotations/annotation-layer.ts';
import { AnnotationsStore } from '../../annotations/annotations-store.ts';
import { isUnchecked } from '../../annotations/canal.ts';
import { startEditing } from '../../annotations/draw-annotation.ts';
import type { ViewerSession } from '../../study/viewer-session.ts';
import type { VolumeRequests } from '../../volume/worker/messages.ts';
import { placementOf } from '../../volume/voxels/placement.ts';
import { traceCanal } from './trace-canal.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Tunnels = VolumeRequests['tunnels'];

const layer = {
  toPoint: ([x, y]: readonly number[]) => [x, y, 0],
  toPosition: ([x, y]: readonly number[]) => ({ position: [x, y], offset: 0 }),
} as unknown as AnnotationLayer;

/** A volume in which a bend is found between two points, or nothing. */
function opened(finds: boolean) {
  const annotations = new AnnotationsStore({} as ViewerSession, { mark: false, seeMarks: false });
  const directions = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  const request = (
    _pane: string,
    _kind: 'tunnels',
    { parts }: Tunnels['request'],
    onResponse: (response: Tunnels['response']) => void,
  ) =>
    onResponse({
      tunnels: parts.map(([from, to]) =>
        finds ? { deviationMm: 2, points: [from, [(from[0] + to[0]) / 2, from[1] + 2, from[2]], to] } : null,
      ),
    });
  const workspace = {
    annotations,
    volumeClient: {
      request,
      placement: placementOf({
        size: [200, 200, 50],
        spacingMm: [0.5, 0.5, 0.5],
        originMm: [0, 0, 0],
        directions,
      }),
    },
  } as unknown as Workspace;
  const points: Point[] = [
    [10, 10, 10],
    [50, 10, 10],
  ];
  const canal = newAnnotation({ kind: 'canal', on: 'volume', series: 0, frame: null, points, sizeMm: 2 });
  annotations.put(canal);
  traceCanal(workspace, canal);
  return { workspace, annotations, canal: () => annotations.get().own[0]! };
}

test('an automatically found line is marked as unchecked, and without one the drawn line is kept', () => {
  expect(isUnchecked(opened(true).canal())).toBe(true);
  const { canal } = opened(false);
  expect(isUnchecked(canal())).toBe(false);
  expect(canal().points).toHaveLength(2);
});

test('a correction counts as a check, and undo restores the found line', () => {
  const { workspace, annotations, canal } = opened(true);
  const sample = (x: number, y: number) => ({
    position: [x, y] as const,
    px: [x, y] as const,
    byPx: [0, 0] as const,
    travelPx: Math.hypot(x - 50, y - 10),
    coarse: false,
  });
  const drawing = {
    annotations,
    layer,
    onFinished: (moved: Parameters<typeof traceCanal>[1]) => traceCanal(workspace, moved),
  };
  const drag = startEditing({ annotation: canal(), point: 1 }, sample(50, 10), drawing);
  drag.move!(sample(58, 20));
  drag.end!(sample(58, 20), false);
  expect(canal().setPoints?.[1]).toEqual([58, 20, 10]);
  expect(isUnchecked(canal())).toBe(false);
  annotations.undo();
  expect(isUnchecked(canal())).toBe(true);
});
