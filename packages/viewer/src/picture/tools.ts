import { IconRuler2 } from '@tabler/icons-react';
import { COMMON, COMMON_KEYS } from '../shell/common-tools.ts';
import type { ToolWords } from '../shell/tool-groups.tsx';
import type { PictureTool } from './state.ts';

export const TOOLS: readonly (readonly ToolWords<PictureTool>[])[] = [
  [COMMON.tone, COMMON.move, COMMON.zoom],
  [
    COMMON.length,
    COMMON.angle,
    { tool: 'calibration', label: 'Эталон длины', icon: IconRuler2, code: 'KeyK', shortcut: 'K' },
    COMMON.arrow,
    COMMON.note,
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
      ...COMMON_KEYS.marks,
      ['Ctrl + S', 'сохранить как PNG'],
      ...COMMON_KEYS.undo,
      ['?', 'эта памятка'],
    ],
  },
] as const;
