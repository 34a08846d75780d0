import {
  IconAngle,
  IconArrowsMove,
  IconArrowUpLeft,
  IconContrast,
  IconRuler2,
  IconRulerMeasure,
  IconTypography,
  IconZoomIn,
  type Icon,
} from '@tabler/icons-react';
import type { PictureTool } from './state.ts';

interface ToolWords {
  tool: PictureTool;
  label: string;
  icon: Icon;
  code: string;
  shortcut: string;
}

export const TOOLS: readonly (readonly ToolWords[])[] = [
  [
    { tool: 'tone', label: 'Яркость и контраст', icon: IconContrast, code: 'KeyW', shortcut: 'W' },
    { tool: 'move', label: 'Двигать', icon: IconArrowsMove, code: 'KeyM', shortcut: 'M' },
    { tool: 'zoom', label: 'Масштаб', icon: IconZoomIn, code: 'KeyZ', shortcut: 'Z' },
  ],
  [
    { tool: 'length', label: 'Длина', icon: IconRulerMeasure, code: 'KeyL', shortcut: 'L' },
    { tool: 'angle', label: 'Угол', icon: IconAngle, code: 'KeyA', shortcut: 'A' },
    { tool: 'calibration', label: 'Эталон длины', icon: IconRuler2, code: 'KeyK', shortcut: 'K' },
    { tool: 'arrow', label: 'Стрелка', icon: IconArrowUpLeft, code: 'KeyP', shortcut: 'P' },
    { tool: 'note', label: 'Заметка', icon: IconTypography, code: 'KeyT', shortcut: 'T' },
  ],
];

export const HELP = [
  {
    title: 'Мышь и пальцы',
    lines: [
      ['Левая кнопка', 'выбранный инструмент'],
      ['Правая кнопка', 'яркость и контраст'],
      ['Колесо', 'масштаб'],
      ['Средняя кнопка', 'двигать'],
      ['Два пальца', 'масштаб и сдвиг'],
    ],
  },
  {
    title: 'Инструменты',
    lines: TOOLS.flat().map(({ shortcut, label }) => [shortcut, label] as const),
  },
  {
    title: 'Вид',
    lines: [
      ['[ и ]', 'повернуть влево и вправо'],
      ['H', 'отразить слева направо'],
      ['J', 'отразить сверху вниз'],
      ['X', 'негатив'],
      ['E', 'резче'],
      ['R', 'показать всё заново'],
      ['← →', 'предыдущий и следующий снимок'],
      ['V', 'скрыть и показать разметку'],
      ['F', 'на весь экран'],
      ['Ctrl + S', 'сохранить как PNG'],
      ['Delete', 'удалить выбранное'],
      ['Ctrl + Z', 'отменить'],
      ['Ctrl + Shift + Z', 'вернуть'],
      ['?', 'эта памятка'],
    ],
  },
] as const;
