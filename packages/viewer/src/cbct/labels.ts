import type { OrientationLetters } from '../pane/pane-overlays.tsx';
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

/** Never a number alone: «23» would be read as a tooth (ISO 3950). */
export const sectionLabel = (number: number): string => `Сечение ${number}`;
export const shortSectionLabel = (number: number): string => `сеч. ${number}`;

export const PREVIEW_NOTE =
  'Загружен черновой объём: измерения пока приблизительны. Дождитесь полной загрузки или проверьте их потом.';

/** Shown for a few seconds when a small device opens the volume at half resolution. */
export const REDUCED_VOLUME_NOTE =
  'Показан уменьшенный объём, чтобы он поместился в память устройства. На компьютере откроется полный.';
