import { IconArrowsVertical, IconCrosshair, IconHandMove } from '@tabler/icons-react';
import { COMMON_TOOLS } from '../controls/common-tools.ts';
import type { ToolDescription } from '../controls/tool-groups.tsx';
import type { CompareMode, ComparedPlane, CompareTool } from './state.ts';

export const COMPARE_TOOLS: readonly (readonly ToolDescription<CompareTool>[])[] = [
  [
    { tool: 'crosshair', label: 'Прицел', icon: IconCrosshair, code: 'KeyC', shortcut: 'C' },
    { tool: 'scroll', label: 'Листать срезы', icon: IconArrowsVertical, code: 'KeyS', shortcut: 'S' },
    COMMON_TOOLS.window,
    COMMON_TOOLS.move,
    COMMON_TOOLS.zoom,
  ],
  [
    {
      tool: 'align',
      label: 'Совместить вручную',
      icon: IconHandMove,
      code: 'KeyH',
      shortcut: 'H',
    },
  ],
];

/** The tools for two pictures, or for a picture and a volume. */
export type SideTool = 'scroll' | 'window' | 'move' | 'zoom';

export const SIDE_TOOLS: readonly (readonly ToolDescription<SideTool>[])[] = [
  [
    { tool: 'scroll', label: 'Листать', icon: IconArrowsVertical, code: 'KeyS', shortcut: 'S' },
    COMMON_TOOLS.window,
    COMMON_TOOLS.move,
    COMMON_TOOLS.zoom,
  ],
];

export const SIDE_HELP = [
  {
    title: 'Мышь и пальцы',
    lines: [
      ['Левая кнопка', 'выбранный инструмент'],
      ['Правая кнопка', 'яркость и контраст снимка под указателем'],
      ['Колесо', 'листать срезы или снимки; один снимок — масштаб'],
      ['Ctrl + колесо', 'масштаб'],
      ['Два пальца', 'масштаб и сдвиг'],
    ],
  },
  {
    title: 'Инструменты',
    lines: [
      ...SIDE_TOOLS.flat().map(({ shortcut, label }) => [shortcut, label] as const),
      ['X', 'негатив'],
      ['R', 'сбросить вид'],
      ['F', 'на весь экран'],
      ['Esc', 'вернуться к исследованию'],
      ['?', 'эта памятка'],
    ],
  },
] as const;

export const PLANE_KEYS: readonly { plane: ComparedPlane; code: string; key: string }[] = [
  { plane: 'axial', code: 'Digit1', key: '1' },
  { plane: 'coronal', code: 'Digit2', key: '2' },
  { plane: 'sagittal', code: 'Digit3', key: '3' },
];

export const MODE_KEYS: readonly { mode: CompareMode; code: string; key: string }[] = [
  { mode: 'beside', code: 'Digit4', key: '4' },
  { mode: 'blend', code: 'Digit5', key: '5' },
  { mode: 'checker', code: 'Digit6', key: '6' },
  { mode: 'difference', code: 'Digit7', key: '7' },
];

export const COMPARE_HELP = [
  {
    title: 'Мышь и пальцы',
    lines: [
      ['Левая кнопка', 'выбранный инструмент'],
      ['Правая кнопка', 'яркость и контраст'],
      ['Колесо', 'листать срезы обоих исследований'],
      ['Ctrl + колесо', 'масштаб'],
      ['Средняя кнопка', 'двигать'],
      ['Два пальца', 'масштаб и сдвиг'],
    ],
  },
  {
    title: 'Вид',
    lines: [
      ['1, 2, 3', 'аксиальный, корональный, сагиттальный срез'],
      ['4, 5, 6, 7', 'рядом, наложение, шахматка, разность'],
      ['↑ ↓', 'по срезам вверх и вниз'],
      ['Y', 'разделить исследования и связать снова'],
      ['X', 'негатив'],
      ['R', 'сбросить вид'],
      ['F', 'на весь экран'],
      ['Esc', 'отложить инструмент, вернуться к исследованию'],
      ['?', 'эта памятка'],
    ],
  },
  {
    title: 'Инструменты',
    lines: COMPARE_TOOLS.flat().map(({ shortcut, label }) => [shortcut, label] as const),
  },
  {
    title: 'Совмещение',
    lines: [
      ['G', 'совместить по костям всего объёма'],
      ['Shift + G', 'совместить по костям у прицела, например одну челюсть'],
      ['H, потянуть', 'сдвинуть более новое исследование'],
      ['H, Shift + потянуть', 'повернуть его вокруг прицела'],
      ['H, ← ↑ → ↓', 'сдвинуть его на 0,25 мм'],
      ['[ ]', 'повернуть его на 0,25°'],
      ['Enter', 'подтвердить совмещение'],
      ['Delete', 'отклонить совмещение'],
      ['Shift + J', 'после подтверждения: сшить снимки в один объём'],
    ],
  },
] as const;
