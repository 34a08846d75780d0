import type { CameraPreset } from '../rendering/camera.ts';
import type { Clip } from '../rendering/clipping.ts';
import type { Tissue } from '../rendering/tissues.ts';
import type { Store } from '../state/store.ts';
import {
  chooseTissue,
  flipClip,
  nextClip,
  resetView,
  type SceneState,
  showFrom,
  toggleSegmentation,
  toggleSettings,
  toggleSurfaces,
} from './scene-state.ts';

interface Option<Value> {
  value: Value;
  label: string;
  /** label of its key, and `KeyboardEvent.code` with `Shift+` before it */
  key: string;
  code: string;
}

const option = <Value>(value: Value, label: string, name: string, code: string): Option<Value> => ({
  value,
  label,
  key: `Shift+${name}`,
  code: `Shift+${code}`,
});

export const VIEW_OPTIONS: readonly Option<CameraPreset>[] = [
  option('front', 'Спереди', '1', 'Digit1'),
  option('right', 'Справа', '2', 'Digit2'),
  option('left', 'Слева', '3', 'Digit3'),
  option('above', 'Сверху', '4', 'Digit4'),
  option('below', 'Снизу', '5', 'Digit5'),
];

export const TISSUE_OPTIONS: readonly Option<Tissue>[] = [
  option('bone', 'Кость', 'B', 'KeyB'),
  option('teeth', 'Зубы', 'T', 'KeyT'),
  option('soft', 'Мягкие ткани', 'W', 'KeyW'),
  option('airway', 'Воздух, дыхательные пути', 'A', 'KeyA'),
  option('maximum', 'Самое плотное', 'M', 'KeyM'),
];

export const CLIP_OPTIONS: readonly { value: Clip['by']; label: string }[] = [
  { value: 'none', label: 'Нет' },
  { value: 'axial', label: 'Аксиальная плоскость' },
  { value: 'coronal', label: 'Корональная плоскость' },
  { value: 'sagittal', label: 'Сагиттальная плоскость' },
  { value: 'free', label: 'Поперёк взгляда' },
];
/**
 * The texts on the buttons, which are as wide as the longest text. They are parts of the options' names, as screen
 * readers need.
 */
export const SHORT_LABELS: Record<Clip['by'] | Tissue, string> = {
  none: 'Нет',
  axial: 'Акс',
  coronal: 'Кор',
  sagittal: 'Саг',
  free: 'Взгляд',
  bone: 'Кость',
  teeth: 'Зубы',
  soft: 'Ткани',
  airway: 'Воздух',
  maximum: 'Плотное',
};

export const SETTINGS_KEY = { label: 'Shift+V', code: 'Shift+KeyV' };
export const CLIP_KEY = { label: 'Shift+C', code: 'Shift+KeyC' };
export const FLIP_KEY = { label: 'Shift+X', code: 'Shift+KeyX' };
export const SURFACES_KEY = { label: 'Shift+G', code: 'Shift+KeyG' };
export const SEGMENTATION_KEY = { label: 'Shift+L', code: 'Shift+KeyL' };
export const RESET_KEY = { label: 'Shift+R', code: 'Shift+KeyR' };

/** The keys of the 3D view, while it is on the screen. */
export function sceneShortcuts(store: Store<SceneState>): Record<string, () => void> {
  const shortcuts: Record<string, () => void> = {
    [SETTINGS_KEY.code]: () => toggleSettings(store),
    [CLIP_KEY.code]: () => nextClip(store),
    [FLIP_KEY.code]: () => flipClip(store),
    [SURFACES_KEY.code]: () => toggleSurfaces(store),
    [SEGMENTATION_KEY.code]: () => toggleSegmentation(store),
    [RESET_KEY.code]: () => resetView(store),
  };
  for (const { value, code } of VIEW_OPTIONS) shortcuts[code] = () => showFrom(store, value);
  for (const { value, code } of TISSUE_OPTIONS) shortcuts[code] = () => chooseTissue(store, value);
  return shortcuts;
}

export const SCENE_HELP = {
  title: 'Объём',
  lines: [
    ['Левая кнопка, один палец', 'вращать'],
    ['Правая кнопка, два пальца', 'двигать'],
    ['Колесо', 'масштаб'],
    ['Щелчок по поверхности', 'поставить туда прицел'],
    ['Потянуть за имплантат', 'переставить; за платформу: повернуть вокруг верхушки'],
    ...VIEW_OPTIONS.map(({ key, label }) => [key.replace('+', ' + '), label.toLowerCase()] as const),
    ...TISSUE_OPTIONS.map(({ key, label }) => [key.replace('+', ' + '), label.toLowerCase()] as const),
    ['Shift + C', 'срез через прицел: следующая плоскость'],
    ['Shift + X', 'срез: показать другую сторону'],
    ['Shift + V', 'порог, непрозрачность, срез и обрезка'],
    ['Shift + G', 'скрыть и показать 3D-сегментацию'],
    ['Shift + L', 'запросить 3D-сегментацию, скачать STL и GLB'],
    ['Shift + R', 'вернуть вид объёма'],
  ],
} as const;
