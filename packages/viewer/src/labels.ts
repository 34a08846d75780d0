import type { Series, Study } from './viewer-session.ts';

export const STUDY_TYPE_LABELS: Record<Study['type'], string> = { rg: 'Рентген (2D)', cbct: 'КЛКТ (3D)' };

const plural = new Intl.PluralRules('ru');
const FRAMES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'снимок', few: 'снимка' };

export const frameCountLabel = (count: number): string =>
  `${count} ${FRAMES[plural.select(count)] ?? 'снимков'}`;

/** By what the device wrote, or by its place. */
export const seriesName = ({ series, description }: Pick<Series, 'series' | 'description'>): string =>
  description || `Серия ${series + 1}`;

export const seriesLabel = (series: Series): string =>
  `${seriesName(series)} · ${frameCountLabel(series.frameCount)}`;
