import { dot } from '@snimok/imaging/dicom/vectors';
import type { Plane } from '@snimok/imaging/panorama/plane';
import type { Vec3 } from '../../geometry/vectors.ts';
import type { Study, VolumeSeries } from '../../study/study.ts';
import { fromPatient, type Placement } from '../../volume/voxels/placement.ts';
import { averageArch, type EditableArch } from '../workspace/state.ts';

type Vector = [number, number, number];

export const centerOf = ({ size, spacingMm }: Placement): Vec3 => [
  Math.floor(size[0] / 2) * spacingMm[0],
  Math.floor(size[1] / 2) * spacingMm[1],
  Math.floor(size[2] / 2) * spacingMm[2],
];

/**
 * The portal's arch in this volume's millimetres; an average one when the portal has none for this series.
 */
export function archOfStudy({ panorama }: Study, series: VolumeSeries, placement: Placement): EditableArch {
  const arch = panorama?.arch;
  const isOfSeries = (panorama?.volume?.seriesInstanceUID ?? null) === series.seriesInstanceUID;
  if (!arch || !isOfSeries || arch.points.length < 3 || !isInside(arch.points, placement))
    return { ...averageArch(centerOf(placement)), version: arch?.version ?? null };
  return { ...archInVolume(arch, placement), version: arch.version, isStored: true, changed: false };
}

/** A further volume of the same DICOM series can lie elsewhere, where the arch has no meaning. */
function isInside(points: readonly Vec3[], placement: Placement): boolean {
  const inside = points.filter((point) =>
    fromPatient(placement, point).every(
      (mm, axis) => mm >= 0 && mm <= (placement.size[axis]! - 1) * placement.spacingMm[axis]!,
    ),
  );
  return inside.length * 2 > points.length;
}

/** An arch in the patient's coordinates as one in this volume's millimetres. */
export function archInVolume(
  { points, plane: ofPatient }: { points: readonly Vec3[]; plane: PlaneOfPatient },
  placement: Placement,
): Pick<EditableArch, 'points' | 'plane'> {
  const plane = planeFromPatient(ofPatient, placement);
  return {
    plane,
    points: points.map((point) => {
      const offset = fromPatient(placement, point).map((mm, axis) => mm - plane.originMm[axis]!) as Vector;
      return [dot(offset, plane.left), dot(offset, plane.back)] as const;
    }),
  };
}

/**
 * Why there is no arch, in the words of the study card; without its advice to open the viewer, which is the second
 * sentence.
 */
export function noArchReason(
  { panorama }: Pick<Study, 'panorama'>,
  { seriesInstanceUID }: Pick<VolumeSeries, 'seriesInstanceUID'>,
): string {
  const isOfSeries = !panorama?.volume || panorama.volume.seriesInstanceUID === seriesInstanceUID;
  const reason = panorama?.status === 'none' && isOfSeries ? panorama.reason : null;
  return reason?.split('. ')[0] ?? 'Зубная дуга на снимке не найдена';
}

/** An end of lower confidence is not confirmed by the scan. */
const LEAST_CONFIDENCE = 0.5;

/** The portal's doubt about the arch that it found, while this arch is shown; undefined if there is none. */
export function archRemark(
  { panorama }: Pick<Study, 'panorama'>,
  { isStored, changed, version }: Pick<EditableArch, 'isStored' | 'changed' | 'version'>,
): string | undefined {
  const picture = panorama?.picture;
  if (!picture || !isStored || changed || picture.version !== version) return undefined;
  return picture.isPart ? 'видна только часть дуги' : remarkOnEnds(picture.ends);
}

function remarkOnEnds(ends: { right: number; left: number } | undefined): string | undefined {
  if (!ends) return undefined;
  const right = ends.right < LEAST_CONFIDENCE;
  const left = ends.left < LEAST_CONFIDENCE;
  if (right && left) return 'концы дуги не подтверждены снимком';
  if (!right && !left) return undefined;
  return `${right ? 'правый' : 'левый'} конец дуги не подтверждён снимком`;
}

interface PlaneOfPatient {
  originMm: Vec3;
  left: Vec3;
  back: Vec3;
  up: Vec3;
}

function planeFromPatient({ originMm, left, back, up }: PlaneOfPatient, placement: Placement): Plane {
  const { directions } = placement;
  const rotate = (direction: Vec3): Vector => [
    dot([...direction], [...directions[0]]),
    dot([...direction], [...directions[1]]),
    dot([...direction], [...directions[2]]),
  ];
  const [x, y, z] = fromPatient(placement, originMm);
  return { originMm: [x, y, z], left: rotate(left), back: rotate(back), up: rotate(up) };
}
