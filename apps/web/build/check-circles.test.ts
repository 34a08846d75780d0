import { expect, test } from 'vitest';
import { findCircle } from './check-circles.ts';

test('chunks that import each other, directly or through others, are found', () => {
  const tree = { page: ['a', 'b'], a: ['b'], b: [] };
  expect(findCircle(new Map(Object.entries(tree)))).toBeNull();
  expect(findCircle(new Map(Object.entries({ ...tree, b: ['c'], c: ['a'] })))).toEqual(['a', 'b', 'c', 'a']);
});
