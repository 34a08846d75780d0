import { expect, test } from 'vitest';
import { INITIAL_VIEWPORT, projectionOf, type Viewport } from '../geometry/viewport.ts';
import { edgeLetters } from './orientation.ts';

const lettersAt = (change: Partial<Viewport>) =>
  edgeLetters(
    ['L', 'P'],
    projectionOf({ ...INITIAL_VIEWPORT, ...change }, { pane: [400, 300], picture: [100, 80] }).matrix,
  );

test('the letters follow the picture when it is rotated and mirrored', () => {
  expect(lettersAt({})).toEqual({ left: 'П', right: 'Л', top: 'Перед', bottom: 'Зад' });
  expect(lettersAt({ mirrored: true })).toEqual({ left: 'Л', right: 'П', top: 'Перед', bottom: 'Зад' });
  expect(lettersAt({ quarterTurns: 1 })).toEqual({ left: 'Зад', right: 'Перед', top: 'П', bottom: 'Л' });
  expect(lettersAt({ quarterTurns: 2 })).toEqual({ left: 'Л', right: 'П', top: 'Зад', bottom: 'Перед' });
  expect(lettersAt({ quarterTurns: 1, mirrored: true })).toEqual({
    left: 'Зад',
    right: 'Перед',
    top: 'Л',
    bottom: 'П',
  });
});

test('an unknown direction gives no letters', () => {
  expect(edgeLetters(['', 'F'], [1, 0, 0, 1, 0, 0])).toBeUndefined();
});
