import type { MarkKind } from './mark.ts';

export const MARK_WORDS: Record<MarkKind, string> = {
  length: 'Длина',
  angle: 'Угол',
  arrow: 'Стрелка',
  note: 'Заметка',
  probe: 'Плотность',
  canal: 'Нижнечелюстной канал',
  implant: 'Имплантат',
  calibration: 'Эталон',
};
