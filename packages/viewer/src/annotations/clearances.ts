import { type Clearance, leastClearance } from '../geometry/rod-distance.ts';
import type { Annotation } from './annotation.ts';
import { rodsOf } from './annotation-body.ts';
import type { AnnotationsState } from './annotations-store.ts';

/** The distances from the surface of one implant, in the patient's coordinates. */
export interface ImplantClearances {
  /** to the nearest canal; undefined if there is no canal in the series */
  canal: Clearance | undefined;
  /** to the nearest other implant */
  implant: Clearance | undefined;
}

type Drawing = Pick<AnnotationsState, 'own' | 'others' | 'draft'>;

/** All implants and canals of a volume, including those of other authors. */
export const solidsIn = ({ own, others, draft }: Drawing): Annotation[] =>
  [...own, ...others.flatMap(({ marks }) => marks), ...(draft ? [draft] : [])].filter(
    ({ kind, on }) => on === 'volume' && (kind === 'implant' || kind === 'canal'),
  );

let last: { drawing: Drawing; result: ReadonlyMap<string, ImplantClearances> } | undefined;

/**
 * The clearances of all implants by `markID`. Several panes need the clearances of the same drawing at each movement, so
 * the last result is kept.
 */
export function clearancesIn({ own, others, draft }: Drawing): ReadonlyMap<string, ImplantClearances> {
  const known = last?.drawing;
  if (last && known?.own === own && known.others === others && known.draft === draft) return last.result;
  const drawing = { own, others, draft };
  const result = computeClearances(solidsIn(drawing));
  last = { drawing, result };
  return result;
}

function computeClearances(solids: readonly Annotation[]): Map<string, ImplantClearances> {
  const all = solids.map((annotation) => ({ annotation, rods: rodsOf(annotation) }));
  const clearances = new Map<string, ImplantClearances>();
  for (const { annotation, rods } of all) {
    const [rod] = rods;
    if (annotation.kind !== 'implant' || !rod) continue;
    const nearest = (kind: Annotation['kind']) =>
      leastClearance(
        rod,
        all.flatMap((one) => {
          const { kind: itsKind, markID, series } = one.annotation;
          const isOther = itsKind === kind && markID !== annotation.markID && series === annotation.series;
          return isOther ? one.rods : [];
        }),
      );
    clearances.set(annotation.markID, { canal: nearest('canal'), implant: nearest('implant') });
  }
  return clearances;
}

/** Whether one of the distances is below the threshold. */
export const isTooNear = ({ canal, implant }: ImplantClearances, warnMm: number): boolean =>
  Math.min(canal?.mm ?? Infinity, implant?.mm ?? Infinity) < warnMm;
