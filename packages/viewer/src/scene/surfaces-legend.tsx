import type { SurfacePart } from '../rendering/read-glb.ts';
import { type Store, useStore } from '../store.ts';
import classes from './scene.module.css';
import type { SceneState } from './scene-state.ts';

const PART_LABELS: Record<string, string> = {
  upper: 'Верхняя челюсть и зубы',
  lower: 'Нижняя челюсть и зубы',
  otherBone: 'Другие кости',
  airway: 'Дыхательные пути',
};

interface SurfacesLegendProps {
  store: Store<SceneState>;
  parts: readonly SurfacePart[];
}

/** The parts of the segmentation with a switch for each. */
export function SurfacesLegend({ store, parts }: SurfacesLegendProps) {
  const { hiddenParts } = useStore(store, (all) => all);
  const toggle = (name: string) => {
    const next = new Set(hiddenParts);
    if (!next.delete(name)) next.add(name);
    store.set({ hiddenParts: next });
  };
  return (
    <fieldset className={classes.legend}>
      <legend>3D-сегментация</legend>
      {parts.map(({ name, colour }) => (
        <label key={name}>
          <input type="checkbox" checked={!hiddenParts.has(name)} onChange={() => toggle(name)} />
          <span style={{ background: cssColour(colour) }} aria-hidden />
          {PART_LABELS[name] ?? name}
        </label>
      ))}
      <p>Отдельные зубы не выделяются. Не для диагностики без проверки по срезам.</p>
    </fieldset>
  );
}

const cssColour = (colour: SurfacePart['colour']) =>
  `rgb(${colour
    .slice(0, 3)
    .map((part) => Math.round(part * 255))
    .join(' ')})`;
