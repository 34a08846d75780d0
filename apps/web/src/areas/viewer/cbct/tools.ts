import {
  IconAngle,
  IconArrowsMove,
  IconArrowsVertical,
  IconArrowUpLeft,
  IconColorPicker,
  IconContrast,
  IconCrosshair,
  IconNeedle,
  IconRoute,
  IconRulerMeasure,
  IconTypography,
  IconZoomIn,
  type Icon,
} from '@tabler/icons-react';
import type { Tool } from './state.ts';

interface ToolWords {
  tool: Tool;
  label: string;
  icon: Icon;
  /** `event.code`, and what is printed on the key */
  code: string;
  shortcut: string;
}

/** In groups, as they stand in the bar. */
export const TOOLS: readonly (readonly ToolWords[])[] = [
  [
    { tool: 'cross', label: 'Прицел', icon: IconCrosshair, code: 'KeyC', shortcut: 'C' },
    { tool: 'scroll', label: 'Листать срезы', icon: IconArrowsVertical, code: 'KeyS', shortcut: 'S' },
    { tool: 'tone', label: 'Яркость и контраст', icon: IconContrast, code: 'KeyW', shortcut: 'W' },
    { tool: 'move', label: 'Двигать', icon: IconArrowsMove, code: 'KeyM', shortcut: 'M' },
    { tool: 'zoom', label: 'Масштаб', icon: IconZoomIn, code: 'KeyZ', shortcut: 'Z' },
  ],
  [
    { tool: 'length', label: 'Длина', icon: IconRulerMeasure, code: 'KeyL', shortcut: 'L' },
    { tool: 'angle', label: 'Угол', icon: IconAngle, code: 'KeyA', shortcut: 'A' },
    { tool: 'probe', label: 'Плотность', icon: IconColorPicker, code: 'KeyD', shortcut: 'D' },
    { tool: 'arrow', label: 'Стрелка', icon: IconArrowUpLeft, code: 'KeyP', shortcut: 'P' },
    { tool: 'note', label: 'Заметка', icon: IconTypography, code: 'KeyT', shortcut: 'T' },
  ],
  [
    { tool: 'implant', label: 'Имплантат', icon: IconNeedle, code: 'KeyI', shortcut: 'I' },
    { tool: 'canal', label: 'Нижнечелюстной канал', icon: IconRoute, code: 'KeyN', shortcut: 'N' },
  ],
];

/** Hounsfield-like units; cone-beam devices come near enough for these to be a good beginning. */
export const PRESETS = [
  { value: 'bone', words: 'Кость', key: '1', center: 700, width: 3000 },
  { value: 'teeth', words: 'Зубы', key: '2', center: 1500, width: 3600 },
  { value: 'soft', words: 'Мягкие ткани', key: '3', center: 60, width: 500 },
] as const;

export const HELP = [
  {
    title: 'Мышь и пальцы',
    lines: [
      ['Левая кнопка', 'выбранный инструмент'],
      ['Правая кнопка', 'яркость и контраст'],
      ['Колесо', 'листать срезы'],
      ['Ctrl + колесо', 'масштаб'],
      ['Средняя кнопка', 'двигать'],
      ['Двойной щелчок', 'один вид и обратно'],
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
      ['1, 2, 3', 'окно: кость, зубы, мягкие ткани'],
      ['0', 'окно по умолчанию'],
      ['↑ ↓', 'по срезам вверх и вниз'],
      ['← →', 'по сечениям вдоль дуги'],
      ['R', 'показать всё заново'],
      ['V', 'скрыть и показать разметку'],
      ['F', 'на весь экран'],
      ['Delete', 'удалить выбранное'],
      ['Ctrl + Z', 'отменить'],
      ['Ctrl + Shift + Z', 'вернуть'],
      ['Esc', 'отложить инструмент'],
      ['?', 'эта памятка'],
    ],
  },
] as const;
