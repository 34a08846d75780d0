import { type Annotation, type AnnotationKind, inMm } from './annotation.ts';
import { isUnchecked } from './canal.ts';
import type { ImplantClearances } from './clearances.ts';

export const ANNOTATION_LABELS: Record<AnnotationKind, string> = {
  length: 'Длина',
  angle: 'Угол',
  arrow: 'Стрелка',
  note: 'Заметка',
  probe: 'Плотность',
  canal: 'Нижнечелюстной канал',
  implant: 'Имплантат',
  calibration: 'Эталон',
  polygon: 'Область',
  freehand: 'Область от руки',
};

/** What an annotation is called in lists and reports. */
export const annotationName = (annotation: Annotation): string =>
  `${ANNOTATION_LABELS[annotation.kind]}${isUnchecked(annotation) ? ', найден автоматически' : ''}`;

/** The tooth in whose place an implant stands. */
export interface ImplantTooth {
  number: number;
  /** whether the author entered the number; otherwise it is estimated from the implant's position on the arch */
  isEntered: boolean;
}

export const toothText = ({ number, isEntered }: ImplantTooth): string =>
  `зуб\u00A0${isEntered ? '' : '≈\u00A0'}${number}`;

export const WARNING = '⚠';

const distance = (mm: number, warnMm: number): string => `${inMm(mm)}${mm < warnMm ? ` ${WARNING}` : ''}`;

/** The distances of an implant in words, one line each: «до канала 1,4 мм ⚠». */
export const clearanceLines = ({ canal, implant }: ImplantClearances, warnMm: number): string[] => [
  ...(canal ? [canal.mm === 0 ? 'пересекает канал ⚠' : `до канала ${distance(canal.mm, warnMm)}`] : []),
  ...(implant
    ? [implant.mm === 0 ? 'пересекает имплантат ⚠' : `до имплантата ${distance(implant.mm, warnMm)}`]
    : []),
];

/** Distances to canals and implants that are farther away are not shown in pictures. */
const NEAR_MM = { canal: 10, implant: 5 } as const;

/** The lines beside an implant in a picture, only about a canal and an implant that are near. */
export const nearLines = ({ canal, implant }: ImplantClearances, warnMm: number): string[] =>
  clearanceLines(
    {
      canal: canal && canal.mm < NEAR_MM.canal ? canal : undefined,
      implant: implant && implant.mm < NEAR_MM.implant ? implant : undefined,
    },
    warnMm,
  );
