import type { Annotation } from '../annotations/annotation.ts';
import { calibrationOf, pixelSizeMm } from '../annotations/pixel-size.ts';
import type { Plan } from '../annotations/plan.ts';
import type { Vec2, Vec3 } from '../geometry/vectors.ts';
import { seriesName } from '../study/labels.ts';
import type { Frame, Study } from '../study/study.ts';
import type { DatedStudy } from '../study/study-day.ts';
import type { Places } from './analyses/formula.ts';

/** The landmarks of one lateral cephalogram, in true millimetres. */
export interface Tracing {
  /** which picture of its study it is */
  label: string;
  study: DatedStudy;
  places: Places;
}

interface Author {
  marks: readonly Annotation[];
  plan?: Plan | undefined;
}

type PictureLandmarks = NonNullable<Plan['cephalograms']>[number]['landmarks'];

/** Upwards, in millimetres if the pixel size is known. */
export const placesOf = (
  landmarks: PictureLandmarks,
  { pixelAspect }: Frame,
  unitMm: Vec3 | undefined,
): Places => {
  const [across, down] = unitMm ?? [1, pixelAspect];
  return Object.fromEntries(
    landmarks.map(({ name, at: [x, y] }) => [name, [x * across, -y * down] as const]),
  );
};

/** Whether a tracing has the landmarks by which it is superimposed. */
export const hasBase = ({ S, N }: Places): boolean => S !== undefined && N !== undefined;

type StudyOfTracings = DatedStudy & Pick<Study, 'series'>;

/** `picture` is the same for the tracings that several authors have made of one picture. */
type Keyed = readonly [picture: string, tracing: Tracing];

/** The tracings of a study that have S, N and true lengths: for each picture, the tracing of the first author who has one. */
export function tracingsOf(study: StudyOfTracings, authors: readonly Author[]): Tracing[] {
  const marks = authors.flatMap((author) => author.marks);
  const found = new Map<string, Tracing>();
  for (const { plan } of authors) {
    if (!plan) continue;
    for (const [key, tracing] of [...tracedPictures(study, plan, marks), ...tracedReadings(study, plan)])
      if (hasBase(tracing.places) && !found.has(key)) found.set(key, tracing);
  }
  return [...found.values()];
}

/** The lateral cephalograms whose pixel size is known. */
const tracedPictures = (study: StudyOfTracings, plan: Plan, marks: readonly Annotation[]): Keyed[] =>
  (plan.cephalograms ?? []).flatMap(({ series, frame: index, view, landmarks }): Keyed[] => {
    const shown = study.series.find((one) => one.series === series);
    const frame = shown?.kind === 'pictures' ? shown.frames[index] : undefined;
    const unitMm = frame && pixelSizeMm(frame, calibrationOf(marks, series, index));
    if (view !== 'lateral' || !shown || !frame || !unitMm) return [];
    const number = shown.frameCount > 1 ? `, снимок ${index + 1}` : '';
    const label = `${seriesName(shown)}${number}`;
    const places = placesOf(landmarks, frame, unitMm);
    return [[`${series} ${index}`, { label, study, places }]];
  });

/** The lateral cephalograms that are computed from volumes. */
const tracedReadings = (study: StudyOfTracings, plan: Plan): Keyed[] =>
  (plan.readings ?? []).flatMap(({ series, landmarks = [] }): Keyed[] => {
    const shown = study.series.find((one) => one.series === series);
    if (!shown) return [];
    const places = Object.fromEntries(
      landmarks
        .filter(({ view }) => view === 'lateral')
        .map(({ name, at }) => [name, inSagittalPlane(plan, series, at)] as const),
    );
    const label = `${seriesName(shown)}, расчётная ТРГ`;
    return [[`${series}`, { label, study, places }]];
  });

/** The place of a patient's point in a lateral cephalogram: the front to the right, along the levelled axes. */
function inSagittalPlane(plan: Plan, series: number, [x, y, z]: Vec3): Vec2 {
  const levelling = plan.levellings.find((one) => one.series === series);
  const along = ([a, b, c]: Vec3) => a * x + b * y + c * z;
  return [-along(levelling?.back ?? [0, 1, 0]), along(levelling?.up ?? [0, 0, 1])];
}
