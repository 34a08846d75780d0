import { inMm, inUnits } from '../annotations/annotation.ts';
import type { ValueRange } from '../rendering/value-range.ts';
import { type Store, useFields } from '../state/store.ts';
import classes from './scene.module.css';
import { cropSide, type SceneState } from './scene-state.ts';

interface SceneSettingsProps {
  store: Store<SceneState>;
  range: ValueRange;
  isVolumeShown: boolean;
}

const AXES = [
  ['Справа', 'Слева'],
  ['Спереди', 'Сзади'],
  ['Снизу', 'Сверху'],
] as const;
const PLANE_REACH_MM = 60;

/** The numbers of the 3D view: threshold, opacity, the position of a free plane, the cropping box. */
export function SceneSettings({ store, range: { low, high }, isVolumeShown }: SceneSettingsProps) {
  const { threshold, opacity, clip, crop } = useFields(store, 'threshold', 'opacity', 'clip', 'crop');
  return (
    <fieldset className={classes.settings} aria-label="Объём: порог и обрезка">
      <label className={classes.switch}>
        <input
          type="checkbox"
          checked={isVolumeShown}
          onChange={(event) => store.set({ isVolumeShown: event.currentTarget.checked })}
        />
        Показывать снимок
      </label>
      <Slider
        label="Порог"
        text={inUnits(low + threshold * (high - low))}
        value={threshold}
        step={0.005}
        onChange={(value) => store.set({ threshold: value })}
      />
      <Slider
        label="Непрозрачность"
        text={`${Math.round(opacity * 100)} %`}
        value={opacity}
        low={0.05}
        onChange={(value) => store.set({ opacity: value })}
      />
      {clip.by === 'free' && (
        <Slider
          label="Срез от прицела"
          text={inMm(clip.offsetMm)}
          value={clip.offsetMm}
          low={-PLANE_REACH_MM}
          high={PLANE_REACH_MM}
          step={0.5}
          onChange={(offsetMm) => store.set({ clip: { ...clip, offsetMm } })}
        />
      )}
      <p>Обрезать</p>
      {AXES.flatMap((names, axis) =>
        names.map((name, side) => {
          const value = crop[axis as 0 | 1 | 2][side]!;
          return (
            <Slider
              key={name}
              label={name}
              text={`${Math.round((side === 0 ? value : 1 - value) * 100)} %`}
              value={side === 0 ? value : 1 - value}
              onChange={(part) =>
                cropSide(store, axis as 0 | 1 | 2, side as 0 | 1, side === 0 ? part : 1 - part)
              }
            />
          );
        }),
      )}
    </fieldset>
  );
}

interface SliderProps {
  label: string;
  text: string;
  value: number;
  low?: number;
  high?: number;
  step?: number;
  onChange: (value: number) => void;
}

const Slider = ({ label, text, value, low = 0, high = 1, step = 0.01, onChange }: SliderProps) => (
  <label className={classes.slider}>
    <span>{label}</span>
    <span aria-hidden>{text}</span>
    <input
      type="range"
      aria-label={label}
      aria-valuetext={text}
      min={low}
      max={high}
      step={step}
      value={value}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  </label>
);
