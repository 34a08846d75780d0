import { IconRuler2 } from '@tabler/icons-react';
import { COMMON_TOOLS, COMMON_KEYS } from '../shell/common-tools.ts';
import type { ToolDescription } from '../shell/tool-groups.tsx';
import type { PictureTool } from './state.ts';

export const TOOLS: readonly (readonly ToolDescription<PictureTool>[])[] = [
  [COMMON_TOOLS.window, COMMON_TOOLS.move, COMMON_TOOLS.zoom],
  [
    COMMON_TOOLS.length,
    COMMON_TOOLS.angle,
    { tool: 'calibration', label: 'Эталон длины', icon: IconRuler2, code: 'KeyK', shortcut: 'K' },
    COMMON_TOOLS.arrow,
    COMMON_TOOLS.note,
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
      ...COMMON_KEYS.annotations,
      ['Ctrl + S', 'сохранить как PNG'],
      ...COMMON_KEYS.undo,
      ['?', 'эта памятка'],
    ],
  },
] as const;
