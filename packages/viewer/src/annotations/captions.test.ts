import { expect, test } from 'vitest';
import { type Caption, placeCaptions } from './captions.ts';

const PANE = [400, 300] as const;
const caption = (key: string, x: number, y: number, text = '12,3 мм'): Caption => ({
  key,
  owner: 'own',
  kind: 'length',
  anchor: [x, y],
  text,
});
const widthOf = (text: string) => text.length * 7.6;

test('a caption is right of its anchor, or left of it if it would not fit in the pane', () => {
  const [one, other] = placeCaptions([caption('a', 100, 150), caption('b', 390, 200)], PANE);
  expect(one!.at[0]).toBeGreaterThan(100);
  expect(other!.at[0] + widthOf(other!.text)).toBeLessThan(390);
});

test('captions with the same anchor do not overlap and stay inside the pane', () => {
  for (const [x, y] of [
    [100, 150],
    [2, 2],
    [398, 298],
    [200, 299],
  ] as const) {
    const placed = placeCaptions(
      Array.from({ length: 6 }, (_, at) => caption(String(at), x, y)),
      PANE,
    );
    placed.forEach(({ at: [left, base], text }, index) => {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + widthOf(text)).toBeLessThanOrEqual(PANE[0]);
      expect(base - 12).toBeGreaterThanOrEqual(0);
      expect(base).toBeLessThanOrEqual(PANE[1]);
      for (const other of placed.slice(index + 1)) {
        const isApart = Math.abs(base - other.at[1]) >= 17 || Math.abs(left - other.at[0]) >= widthOf(text);
        expect(isApart, `${index} and ${other.key} at ${x}, ${y}`).toBe(true);
      }
    });
  }
});

test('a text wider than the pane begins at the left edge of the pane', () => {
  const [placed] = placeCaptions([caption('a', 380, 150, 'слово '.repeat(20))], PANE);
  expect(placed!.at[0]).toBe(4);
});
