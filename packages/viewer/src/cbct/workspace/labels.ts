import type { Curve } from '@snimok/imaging/panorama/curve';
import { nearestTooth } from '@snimok/imaging/panorama/nearest-tooth';
import type { OrientationLetters } from '../../pane/pane-overlays.tsx';
import { inMm } from '../../annotations/annotation.ts';
import { isTouchScreen } from '../../controls/use-narrow-screen.ts';
import type { Jaw, PanoramaBlend, ReadingSettings } from './reading-settings.ts';
import type { PaneName } from './state.ts';

export const PANE_LABELS: Record<PaneName, string> = {
  axial: 'Аксиальный',
  coronal: 'Корональный',
  sagittal: 'Сагиттальный',
  panorama: 'Панорама',
  crossSections: 'Сечения',
  volume: 'Объём',
};

/** П and Л are the patient's right and left. */
export const ORIENTATION_LETTERS: Record<'axial' | 'coronal' | 'sagittal' | 'panorama', OrientationLetters> =
  {
    axial: { left: 'П', right: 'Л', top: 'Перед', bottom: 'Зад' },
    coronal: { left: 'П', right: 'Л', top: 'Верх', bottom: 'Низ' },
    sagittal: { left: 'Перед', right: 'Зад', top: 'Верх', bottom: 'Низ' },
    panorama: { left: 'П', right: 'Л' },
  };

/** The colours of each plane's line in the other panes. */
export const PLANE_COLORS = { axial: '#ff8787', coronal: '#8ce99a', sagittal: '#74c0fc' } as const;

export const JAWS = [
  { value: 'both', label: 'Общая', short: 'Общая' },
  { value: 'upper', label: 'Верхняя челюсть', short: 'Верхняя' },
  { value: 'lower', label: 'Нижняя челюсть', short: 'Нижняя' },
] as const satisfies readonly { value: Jaw; label: string; short: string }[];

type PanoramaSettings = Pick<ReadingSettings, 'panoramaSlabMm' | 'panoramaShiftMm' | 'panoramaBlend'> & {
  jaw: Jaw;
};

/** What the panorama shows, beside its name. */
export const panoramaDetails = (settings: PanoramaSettings): string => {
  const { panoramaSlabMm, panoramaShiftMm, panoramaBlend } = settings;
  const shift = panoramaShiftMm === 0 ? [] : [shiftText(panoramaShiftMm)];
  const jaw = JAWS.filter(({ value }) => value === settings.jaw && value !== 'both');
  const blend = panoramaBlend === 'mean' ? [] : [PANORAMA_BLENDS[panoramaBlend].toLowerCase()];
  const names = jaw.map(({ label }) => label.toLowerCase());
  return [...names, `слой ${inMm(panoramaSlabMm)}`, ...shift, ...blend].join(' · ');
};

export const PANORAMA_BLENDS: Record<PanoramaBlend, string> = {
  mean: 'Среднее',
  max: 'Самое плотное',
  sharp: 'Резче',
};

/** Where the layer of the panorama is. */
export const shiftText = (mm: number): string =>
  mm === 0 ? 'по дуге' : `${inMm(Math.abs(mm))} ${mm > 0 ? 'к языку' : 'к щеке'}`;

/** With a number sign, because a number alone, or «Сечение 23», is read as a tooth (ISO 3950). */
export const sectionLabel = (number: number): string => `№\u00A0${number}`;

/** A cross-section in lists, captions and file names: «Сечение № 23, зуб ≈ 16». */
export const sectionName = (number: number, tooth: string): string =>
  [`Сечение ${sectionLabel(number)}`, tooth].filter(Boolean).join(', ');

/** The tooth at a place of the arch, «зуб ≈ 16»; on the arch of both jaws «зубы ≈ 16/46»; empty behind the teeth. */
export function toothLabel(curve: Curve, alongMm: number, jaw: Jaw): string {
  const jaws = jaw === 'both' ? (['upper', 'lower'] as const) : [jaw];
  const teeth = jaws.flatMap((one) => nearestTooth(curve, alongMm, one) ?? []);
  if (teeth.length === 0) return '';
  return `${teeth.length === 1 ? 'зуб' : 'зубы'}\u00A0≈\u00A0${teeth.join('/')}`;
}

/** What is shown of a volume while it is loading. */
export const RESOLUTIONS = {
  none: 'Загрузка объёма',
  preview: 'Черновое разрешение',
  half: 'Половина разрешения',
} as const;

const UNTIL_COMPLETE = 'измерения пока приблизительны. Дождитесь полной загрузки или проверьте их потом.';
export const MEASURING_NOTES = {
  none: `Объём ещё загружается: ${UNTIL_COMPLETE}`,
  preview: `Загружен черновой объём: ${UNTIL_COMPLETE}`,
  half: `Загружена половина разрешения: ${UNTIL_COMPLETE}`,
} as const;

/** Shown for a few seconds when a small device opens the volume at half resolution. */
export const reducedVolumeNote = (): string =>
  isTouchScreen()
    ? 'Показано с пониженной чёткостью: устройству не хватает памяти. На компьютере откроется полностью.'
    : 'Показано с пониженной чёткостью: этому компьютеру не хватает памяти.';
