import type { AnnotationKind } from './annotation.ts';

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
