import type { Series } from './study.ts';

const plural = new Intl.PluralRules('ru');
const FRAME_FORMS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'снимок', few: 'снимка' };

interface Counted {
  frameCount: number;
  imageCount?: number | undefined;
  missing?: readonly number[] | undefined;
}

/** «24 снимка»: the images of a series, without the layers that were not measured. */
export function imageCountLabel({ frameCount, imageCount, missing = [] }: Counted): string {
  const count = imageCount ?? frameCount - missing.length;
  return `${count} ${FRAME_FORMS[plural.select(count)] ?? 'снимков'}`;
}

/** The device's description of the series, or its number. */
export const seriesName = ({ series, description }: Pick<Series, 'series' | 'description'>): string =>
  description || `Серия ${series + 1}`;

export const seriesLabel = (series: Series): string => `${seriesName(series)} · ${imageCountLabel(series)}`;

export const SEGMENTATION_STATES = {
  none: 'не запрошена',
  queued: 'в очереди',
  running: 'идёт',
  ready: 'готова',
  failed: 'ошибка',
  cancelled: 'отменена',
} as const;

export const SEGMENTATION_FILES = {
  'jaws.glb': 'Всё в цвете (GLB)',
  'bone.stl': 'Кости и зубы (STL)',
  'upper.stl': 'Верхняя челюсть (STL)',
  'lower.stl': 'Нижняя челюсть (STL)',
  'airway.stl': 'Дыхательные пути (STL)',
  'structures.glb': 'Зубы по отдельности (GLB)',
} as const;
