import type { OrientationLetters } from '../pane/pane-overlays.tsx';
import type { Plane } from '../cbct/workspace/layers.ts';

/** What the viewer of patients shows of a volume. */
export type View = 'panorama' | 'slices' | 'volume';

export const VIEWS: { value: View; label: string }[] = [
  { value: 'panorama', label: 'Панорама' },
  { value: 'slices', label: 'Срезы' },
  { value: 'volume', label: 'Объём (3D)' },
];

/** The directions from which one looks at the slices, without the terms of anatomy. */
export const PLANES: { value: Plane; label: string }[] = [
  { value: 'axial', label: 'Сверху' },
  { value: 'coronal', label: 'Спереди' },
  { value: 'sagittal', label: 'Сбоку' },
];

/** The sides of the patient's own body at the edges of a picture. */
const SIDES = { left: 'правая', right: 'левая' };
export const EDGES: Record<Plane | 'panorama', OrientationLetters> = {
  axial: { ...SIDES, top: 'лицо', bottom: 'затылок' },
  coronal: SIDES,
  sagittal: { left: 'лицо', right: 'затылок' },
  panorama: SIDES,
};

export const sentences = {
  noPanorama: 'У этого снимка нет панорамы. Посмотрите срезы.',
  noVolume: 'Этот браузер не может показать объём. Срезы видны и без него.',
  noCode: 'Не удалось загрузить объём. Проверьте соединение с интернетом.',
  lostVolume: 'Телефон или компьютер прервал показ объёма.',
  notLoaded: 'Не удалось загрузить снимок.',
  noImages: 'В этом исследовании нет изображений, которые можно показать.',
  unreadable: 'Устройству не хватило памяти, или снимок повреждён.',
  offline: 'Нет соединения с интернетом. Загрузка продолжится, когда связь появится.',
  over: 'Просмотр прерван: прошло много времени, или доступ к снимку закрыт.',
  notYet: 'Картинка ещё загружается. Подождите немного и сохраните её.',
  notSaved: 'Не удалось сохранить картинку. Попробуйте ещё раз.',
} as const;

/** While there is nothing to show yet; `progress` is 0 to 1 while the server prepares the images. */
export const preparing = (progress: number | null): string =>
  progress === null ? 'Загружаем снимок…' : `Готовим снимок к просмотру: ${Math.round(progress * 100)} %`;
