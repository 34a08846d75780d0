import {
  IconArrowsVertical,
  IconColorPicker,
  IconCrosshair,
  IconNeedle,
  IconRoute,
} from '@tabler/icons-react';
import { isHounsfieldLike } from '../rendering/value-range.ts';
import { COMMON_TOOLS, COMMON_KEYS } from '../shell/common-tools.ts';
import type { ToolDescription } from '../shell/tool-groups.tsx';
import type { VolumeSeries } from '../study.ts';
import type { Tool } from './state.ts';

/** The tools, in the groups of the toolbar. */
export const TOOLS: readonly (readonly ToolDescription<Tool>[])[] = [
  [
    { tool: 'crosshair', label: 'Прицел', icon: IconCrosshair, code: 'KeyC', shortcut: 'C' },
    { tool: 'scroll', label: 'Листать срезы', icon: IconArrowsVertical, code: 'KeyS', shortcut: 'S' },
    COMMON_TOOLS.window,
    COMMON_TOOLS.move,
    COMMON_TOOLS.zoom,
  ],
  [
    COMMON_TOOLS.length,
    COMMON_TOOLS.angle,
    { tool: 'probe', label: 'Плотность', icon: IconColorPicker, code: 'KeyD', shortcut: 'D' },
    COMMON_TOOLS.polygon,
    COMMON_TOOLS.freehand,
    COMMON_TOOLS.arrow,
    COMMON_TOOLS.note,
  ],
  [
    { tool: 'implant', label: 'Имплантат', icon: IconNeedle, code: 'KeyI', shortcut: 'I' },
    { tool: 'canal', label: 'Нижнечелюстной канал', icon: IconRoute, code: 'KeyN', shortcut: 'N' },
  ],
];

/**
 * Windows in Hounsfield units. The values of CBCT devices are close enough to these units for the presets to
 * be useful starting points.
 */
const WINDOW_PRESETS = [
  { value: 'bone', label: 'Кость', key: '1', center: 700, width: 3000 },
  { value: 'teeth', label: 'Зубы', key: '2', center: 1500, width: 3600 },
  { value: 'soft', label: 'Мягкие ткани', key: '3', center: 60, width: 500 },
] as const;

/** None for a series in other units, whose images they would show white. */
export const windowPresetsOf = (series: VolumeSeries): readonly (typeof WINDOW_PRESETS)[number][] =>
  isHounsfieldLike(series.window) ? WINDOW_PRESETS : [];

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
    title: 'План имплантации',
    lines: [
      ['J', 'имплантаты, расстояния и плотность'],
      ['Shift + I', 'выбрать имплантат из библиотеки'],
      ['[ ]', 'наклонить выбранный имплантат вдоль дуги, вокруг верхушки'],
      ['Shift + [ ]', 'наклонить поперёк дуги'],
      ['Потянуть за платформу', 'повернуть вокруг верхушки'],
      ['Потянуть за тело', 'переставить'],
      ['N, щелчки, Enter', 'канал: между точками линия сама находит его просвет'],
    ],
  },
  {
    title: 'Вид',
    lines: [
      ['1, 2, 3', 'окно: кость, зубы, мягкие ткани'],
      ['0', 'окно по умолчанию'],
      ['↑ ↓', 'по срезам вверх и вниз'],
      ['← →', 'по сечениям вдоль дуги'],
      ['O', 'выровнять объём по трём точкам или поворотом'],
      ['R', 'показать всё заново'],
      ...COMMON_KEYS.annotations,
      ...COMMON_KEYS.undo,
      ['Esc', 'отложить инструмент'],
      ['?', 'эта памятка'],
    ],
  },
] as const;
