import { expect, test } from 'vitest';
import { DEFAULT_PLAN, type Plan, withLandmarks } from './plan.ts';

const landmark = (name: string) => ({
  view: 'lateral' as const,
  name,
  at: [1, 2, 3] as [number, number, number],
});
const region = { at: landmark('S').at, low: 0, high: 300, reachMm: 20 };

test('landmarks of volumes are replaced by those of another plan, and all other settings are kept', () => {
  const present: Plan = {
    ...DEFAULT_PLAN,
    warnMm: 3,
    readings: [
      { series: 0, region, landmarks: [landmark('S')] },
      { series: 1, landmarks: [landmark('N')] },
    ],
  };
  const earlier: Plan = {
    ...DEFAULT_PLAN,
    readings: [
      { series: 0, landmarks: [landmark('Me')] },
      { series: 2, region, landmarks: [landmark('Go')] },
    ],
  };
  expect(withLandmarks(present, earlier)).toEqual({
    ...present,
    cephalograms: [],
    readings: [
      { series: 0, region, landmarks: [landmark('Me')] },
      { series: 1, landmarks: [] },
      { series: 2, landmarks: [landmark('Go')] },
    ],
  });
});
