import { expect, test } from 'vitest';
import type { Vec2 } from '../geometry/vectors.ts';
import type { PointerSample } from '../pane/gestures.ts';
import { startLandmarkDrag } from './drag-landmark.ts';

const projection = { matrix: [2, 0, 0, 2, 0, 0], pxPerUnit: 2, pane: [200, 200] } as const;

/** A drag of the pointer between two points of the pane, and what it has done. */
function drag(
  from: Vec2,
  to: Vec2,
  { asked = 'Gn', coarse = false }: { asked?: string; coarse?: boolean } = {},
) {
  const done: string[] = [];
  const at = (px: Vec2): PointerSample => ({
    px,
    position: [px[0] / 2, px[1] / 2],
    byPx: [0, 0],
    travelPx: Math.hypot(px[0] - from[0], px[1] - from[1]),
    coarse,
  });
  const target = {
    positions: new Map<string, Vec2>([
      ['Pog', [50, 50]],
      ['Me', [50, 56]],
    ]),
    asked: asked || undefined,
    remember: () => done.push('remember'),
    move: (name: string, position: Vec2) => done.push(`move ${name} ${position.join(' ')}`),
    set: (name: string, position: Vec2) => done.push(`set ${name} ${position.join(' ')}`),
  };
  const started = startLandmarkDrag(target, at(from), projection);
  started?.move?.(at(to));
  started?.end?.(at(to), false);
  return done;
}

test('a click near a landmark sets the requested one, and a drag moves the nearest one', () => {
  expect(drag([101, 105], [101, 105])).toEqual(['set Gn 50.5 52.5']);
  expect(drag([101, 107], [111, 107])).toEqual(['remember', 'move Me 55 56']);
  expect(drag([101, 105], [101, 110], { coarse: true })).toEqual(['set Gn 50.5 55']);
  expect(drag([20, 20], [20, 20])).toEqual(['set Gn 10 10']);
  expect(drag([20, 20], [40, 20], { asked: '' })).toEqual([]);
});
