import { type Annotation, captionOf } from '../annotations/annotation.ts';
import type { DrawnAnnotations } from '../annotations/annotations-store.ts';
import { type Caption, placeCaptions } from '../annotations/captions.ts';
import { clearancesIn, isTooNear } from '../annotations/clearances.ts';
import { type ImplantTooth, nearLines, toothText, WARNING } from '../annotations/labels.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import { toPane, type View } from '../rendering/view.ts';

const MILLIMETRES: Vec3 = [1, 1, 1];

/** The tooth beside each implant, size and distances of the selected one, and the warnings of the others, as in slices. */
export function annotationCaptions(
  state: DrawnAnnotations,
  series: number,
  view: View,
  toVolume: (point: Vec3) => Vec3,
  toothOf: (implant: Annotation) => ImplantTooth | undefined,
) {
  const { own, others, draft, selected, shown, plan } = state;
  const clearances = clearancesIn(state);
  const all = [
    ...(shown ? others.flatMap(({ marks }) => marks.map((one) => ({ one, owner: 'other' as const }))) : []),
    ...[...(shown ? own : []), ...(draft ? [draft] : [])].map((one) => ({ one, owner: 'own' as const })),
  ];
  const captions = all.flatMap(({ one, owner }): Caption[] => {
    const [head] = one.points;
    if (one.kind !== 'implant' || one.on !== 'volume' || one.series !== series || !head) return [];
    const found = clearances.get(one.markID);
    const near = found ? nearLines(found, plan.warnMm) : [];
    const isSelected = one.markID === selected || one === draft;
    const tooth = toothOf(one);
    const lines = [
      ...(tooth ? [toothText(tooth)] : []),
      ...(isSelected
        ? [captionOf(one, MILLIMETRES), ...near]
        : near.filter((line) => line.includes(WARNING))),
    ];
    if (lines.length === 0) return [];
    return [
      {
        key: one.markID,
        owner,
        kind: one.kind,
        anchor: toPane(view, toVolume(head)).px,
        text: lines.join('\n'),
        isWarning: found !== undefined && isTooNear(found, plan.warnMm),
      },
    ];
  });
  return placeCaptions(captions, view.pane);
}
