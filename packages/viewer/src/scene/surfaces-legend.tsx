import type { Segmentation as SegmentationSchema } from '@snimok/contract/viewing/segmentation-review';
import { modelName } from '@snimok/contract/viewing/segmentation-labels';
import type { z } from 'zod';
import type { SurfacePart } from '../rendering/read-glb.ts';
import { type Store, useStore } from '../state/store.ts';
import classes from './scene.module.css';
import type { SceneState } from './scene-state.ts';
import { groupOf } from './structures.ts';

/** By the kind of structure. If teeth are separate parts, a jaw does not include them. */
const PART_LABELS: Record<string, string> = {
  upper: 'Верхняя челюсть и зубы',
  lower: 'Нижняя челюсть и зубы',
  otherBone: 'Другие кости',
  airway: 'Дыхательные пути',
};
const STRUCTURE_LABELS: Record<string, string> = {
  ...PART_LABELS,
  upper: 'Верхняя челюсть',
  lower: 'Нижняя челюсть',
  canal: 'Нижнечелюстные каналы',
  sinus: 'Верхнечелюстные пазухи',
  tooth: 'Зубы',
  crown: 'Коронки',
  implant: 'Имплантаты',
};

interface SurfacesLegendProps {
  store: Store<SceneState>;
  parts: readonly SurfacePart[];
  model: z.output<typeof SegmentationSchema>['model'];
}

/** The parts of the segmentation with a switch for each kind. */
export function SurfacesLegend({ store, parts, model }: SurfacesLegendProps) {
  const hiddenParts = useStore(store, (all) => all.hiddenParts);
  const toggle = (name: string) => {
    const next = new Set(hiddenParts);
    if (!next.delete(name)) next.add(name);
    store.set({ hiddenParts: next });
  };
  const groups = new Map(parts.map((part) => [groupOf(part), part.colour]));
  const labels = model ? STRUCTURE_LABELS : PART_LABELS;
  return (
    <fieldset className={classes.legend}>
      <legend>3D-сегментация</legend>
      {[...groups].map(([name, colour]) => (
        <label key={name}>
          <input type="checkbox" checked={!hiddenParts.has(name)} onChange={() => toggle(name)} />
          <span style={{ background: cssColour(colour) }} aria-hidden />
          {labels[name] ?? name}
        </label>
      ))}
      <p>
        {model ? `Предложено программой ${modelName(model)}.` : 'Отдельные зубы не выделяются.'} Не для
        диагностики без проверки по срезам.
      </p>
    </fieldset>
  );
}

const cssColour = (colour: SurfacePart['colour']) =>
  `rgb(${colour
    .slice(0, 3)
    .map((part) => Math.round(part * 255))
    .join(' ')})`;
