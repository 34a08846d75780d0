import type { VolumeSeries } from '../study/study.ts';

/** The range of values that the 3D view distinguishes. */
export interface ValueRange {
  low: number;
  high: number;
}

/** From air to enamel. */
const HOUNSFIELD_RANGE: ValueRange = { low: -1000, high: 3000 };

/** The range from air to the densest values. It is the window if the values are not in Hounsfield units. */
export const valueRangeOf = ({ window }: Pick<VolumeSeries, 'window'>): ValueRange =>
  isHounsfieldLike(window)
    ? HOUNSFIELD_RANGE
    : { low: window.center - window.width / 2, high: window.center + window.width / 2 };

/** Air is -1000 and metal about 3000 in these units; devices without a calibration may write up to 65,535. */
const MOST_HOUNSFIELD = 6000;

/** Whether the initial window of a series is one of Hounsfield units, or of values that resemble them. */
export const isHounsfieldLike = ({ center, width }: VolumeSeries['window']): boolean =>
  center + width / 2 <= MOST_HOUNSFIELD;
