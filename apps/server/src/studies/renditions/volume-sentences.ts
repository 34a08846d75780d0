import type { LeftOutImages, VolumeNote } from '@snimok/imaging/volume/notes';

const plural = new Intl.PluralRules('ru');

/** «1 срез», «3 среза», «5 срезов». */
const counted = (count: number, one: string, few: string, many: string): string =>
  `${count} ${{ one, few, many, other: many, zero: many, two: few }[plural.select(count)]}`;

const millimetres = (mm: number): string => `${Number(mm.toFixed(2)).toLocaleString('ru')} мм`;

const LEFT_OUT: Record<LeftOutImages['why'], string> = {
  size: 'другого размера',
  spacing: 'с другим размером пикселя',
  orientation: 'другого направления',
  colour: 'другого вида (цветные)',
  patient: 'другого пациента',
  study: 'другого исследования',
  kind: 'другого вида',
  'frame-of-reference': 'в другой системе координат',
  acquisition: 'другой съёмки тех же мест',
  region: 'другой области',
  'no-position': 'без положения в файле',
  position: 'с положением, которое не сходится с остальными',
};

/** «1 снимок (№ 14) другого размера». */
const leftOutImages = ({ why, count, numbers }: LeftOutImages): string => {
  const named = numbers.length > 0 ? ` (№ ${numbers.join(', ')})` : '';
  return `${counted(count, 'снимок', 'снимка', 'снимков')}${named} ${LEFT_OUT[why]}`;
};

const lostSlices = ({ stepMm, thicknessMm }: { stepMm: number; thicknessMm: number }): string =>
  Math.round(stepMm / thicknessMm) === 2
    ? 'похоже, не хватает каждого второго среза'
    : 'похоже, части срезов не хватает';

/** A sentence about what the volume builder found in a series and how it dealt with it. */
const volumeNote = (note: VolumeNote): string => {
  switch (note.code) {
    case 'missing-slices':
      return `Не хватает ${counted(note.count, 'среза: место отмечено', 'срезов: места отмечены', 'срезов: места отмечены')} штриховкой`;
    case 'unreadable-slices':
      return `${counted(note.count, 'срез не читается: место отмечено', 'среза не читаются: места отмечены', 'срезов не читаются: места отмечены')} штриховкой`;
    case 'duplicate-files':
      return `${counted(note.count, 'файл повторяется', 'файла повторяются', 'файлов повторяются')}: каждый срез показан один раз`;
    case 'same-position':
      return `${counted(note.count, 'срез записан', 'среза записаны', 'срезов записаны')} поверх другого: на каждом месте показан один срез`;
    case 'other-images':
      return `${note.images.map(leftOutImages).join('; ')}: ${note.images.length > 1 ? 'в отдельных сериях' : 'в отдельной серии'}`;
    case 'sparse-slices':
      return `Толщина среза ${millimetres(note.thicknessMm)}, а шаг ${millimetres(note.stepMm)}: ${lostSlices(note)}, между показанными срезами значения не измерены`;
    case 'rounded-positions':
      return `Положения срезов округлены в файлах: шаг уточнён до ${millimetres(note.stepMm)}`;
    case 'uneven-spacing':
      return `Срезы сняты с разным шагом: объём пересчитан с шагом ${millimetres(note.stepMm)}`;
    case 'gantry-tilt':
      return `Срезы сняты с наклоном аппарата ${Math.round(note.degrees)}°: объём выпрямлен`;
    case 'shifted-slices':
      return 'Срезы сдвинуты относительно друг друга: объём выровнен';
  }
};

/** Sentences about series as the viewer shows them. */
export const volumeSentences = {
  volumeNote,
  viewerLeftOut: (images: readonly LeftOutImages[]) =>
    `Не вошло в объём серии: ${images.map(leftOutImages).join('; ')}`,
  viewerImagesUnreadable: (count: number) =>
    `${counted(count, 'снимок не читается', 'снимка не читаются', 'снимков не читаются')}`,
};
