import { type Airway, measureAirway } from '@snimok/imaging/segmentation/airway-sections';
import { growRegion, type Region } from '@snimok/imaging/segmentation/grow-region';
import { type SeparatedTooth, separateTooth } from '@snimok/imaging/segmentation/separate-tooth';
import type { Volume } from '@snimok/imaging/volume/volume';
import type { Vec2, Vec3 } from '../../geometry/vectors.ts';
import { type SampleScale, toSample, toUnits } from './units.ts';

export interface RegionRequest {
  at: Vec3;
  /** in units */
  low: number;
  high: number;
  reachMm: number;
}

/** Grows a region; its statistics are in units. Null where the point has other values. */
export function regionInUnits(volume: Volume, request: RegionRequest, scale: SampleScale): Region | null {
  const { low, high } = request;
  const found = growRegion(volume, { ...request, low: toSample(scale, low), high: toSample(scale, high) });
  return (
    found && {
      ...found,
      mean: toUnits(scale, found.mean),
      deviation: found.deviation * scale.slope,
      min: toUnits(scale, found.min),
      max: toUnits(scale, found.max),
    }
  );
}

export interface AirwayRequest {
  at: Vec3;
  up: Vec3;
  levelsMm: Vec2;
  /** in units */
  below: number;
}

export const airwayIn = (
  volume: Volume,
  { below, ...request }: AirwayRequest,
  scale: SampleScale,
): Airway | null => measureAirway(volume, { ...request, airBelow: toSample(scale, below) });

export interface ToothRequest {
  at: Vec3;
  /** in units; undefined where they are unknown */
  leastEnamel: number | undefined;
}

export const toothIn = (
  volume: Volume,
  { at, leastEnamel }: ToothRequest,
  scale: SampleScale,
): SeparatedTooth | null => {
  const zero = toSample(scale, 0);
  return separateTooth(volume, at, {
    zero,
    least: leastEnamel === undefined ? zero : toSample(scale, leastEnamel),
  });
};
