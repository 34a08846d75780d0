import { planeToSpace } from '@snimok/imaging/panorama/plane';
import { pointOnCurve } from '../../geometry/arch.ts';
import type { ArchCurve, Surface } from '../../geometry/surface.ts';
import type { Vec2 } from '../../geometry/vectors.ts';
import { type Projection, toScreen } from '../../geometry/viewport.ts';
import { crossSectionNumber, crossSectionPositionMm } from './arch-cuts.ts';
import { isNumberShown, SectionNumber } from './section-number.tsx';

interface SectionTicksProps {
  arch: ArchCurve;
  /** the crosshair's position along the arch */
  alongMm: number;
  numbers: readonly number[];
  stepMm: number;
  surface: Surface;
  projection: Projection;
}

const TICK_HALF_MM = 4;
/** The number stands outside the arch. */
const NUMBER_MM = 11;

/** The cross-sections that are shown, as ticks across the arch on the axial slice, with their numbers. */
export function SectionTicks(props: SectionTicksProps) {
  const { arch, alongMm, numbers, stepMm, surface, projection } = props;
  const current = crossSectionNumber(alongMm, stepMm);
  const shown = numbers.includes(current) ? numbers : [...numbers, current];
  return shown.map((number, index) => {
    const { at, inwards } = pointOnCurve(arch.curve, crossSectionPositionMm(number, stepMm));
    const beside = (mm: number): Vec2 => {
      const point = planeToSpace(arch.plane, [at[0] + inwards[0] * mm, at[1] + inwards[1] * mm]);
      return toScreen(projection.matrix, surface.toPosition(point).position);
    };
    const isEdge = index === 0 || index === numbers.length - 1;
    const isNumbered = isNumberShown(number - current, stepMm * projection.pxPerUnit, isEdge);
    return (
      <g key={number} data-current={number === current || undefined}>
        {number !== current && (
          <path d={`M${beside(-TICK_HALF_MM).join(' ')} L${beside(TICK_HALF_MM).join(' ')}`} />
        )}
        {isNumbered && <SectionNumber number={number} at={beside(-NUMBER_MM)} />}
      </g>
    );
  });
}
