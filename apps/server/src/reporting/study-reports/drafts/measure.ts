import { angleAt, areaOf, lengthAlong } from '@snimok/imaging/export/measures';
import type { Annotation } from '@snimok/contract/viewing/annotations';
import type { ViewerSeries } from '@snimok/contract/viewing/online-viewer';
import type { z } from 'zod';

export type Mark = z.output<typeof Annotation>;

/** Millimetres per unit of an annotation's points, along each axis; null for a picture without a scale. */
export type Scale = readonly [number, number, number] | null;

type Vector = readonly [number, number, number];
type Series = z.output<typeof ViewerSeries>;

/** The scale of a picture comes from its author's newest calibration, otherwise from its file, as in the viewer. */
export const scaleOf = (mark: Mark, series: readonly Series[], ofAuthor: readonly Mark[]): Scale => {
  if (mark.on !== 'picture') return [1, 1, 1];
  const shown = series.find((one) => one.series === mark.series);
  const frame = shown?.kind === 'pictures' ? shown.frames[mark.frame ?? 0] : undefined;
  if (!frame) return null;
  const calibration = ofAuthor.findLast(
    (one) => one.kind === 'calibration' && one.series === mark.series && one.frame === mark.frame,
  );
  if (calibration?.sizeMm) {
    const pixels = lengthAlong(calibration.points.map(([x, y]) => [x, y * frame.pixelAspect, 0] as const));
    const across = calibration.sizeMm / pixels;
    return pixels > 0 ? [across, across * frame.pixelAspect, 1] : null;
  }
  return frame.spacingMm && [frame.spacingMm[1], frame.spacingMm[0], 1];
};

const number = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const inMm = (mm: number): string => `${number.format(mm)} мм`;

/** The label and value of a measurement; null for an annotation that measures nothing or has no scale. */
export const measure = (
  { kind, points, sizeMm }: Pick<Mark, 'kind' | 'points' | 'sizeMm'>,
  scale: Scale,
): { label: string; value: string } | null => {
  const scaled = points.map(([x, y, z]): Vector =>
    scale ? [x * scale[0], y * scale[1], z * scale[2]] : [x, y, z],
  );
  const [one, corner, other] = scaled;
  // an angle needs no scale if the pixels are square
  if (kind === 'angle')
    return one && corner && other
      ? { label: 'Угол', value: `${number.format(angleAt(one, corner, other))}°` }
      : null;
  if (!scale) return null;
  switch (kind) {
    case 'length':
      return { label: 'Длина', value: inMm(lengthAlong(scaled)) };
    case 'canal':
      return { label: 'Нижнечелюстной канал', value: inMm(lengthAlong(scaled)) };
    case 'implant':
      return {
        label: 'Имплантат',
        value: `Ø ${number.format(sizeMm ?? 0)} × ${inMm(lengthAlong(scaled))}`,
      };
    case 'polygon':
    case 'freehand':
      return { label: 'Область', value: `${number.format(areaOf(scaled))} мм²` };
    default:
      return null;
  }
};
