import { IconArrowsVertical, IconColorPicker, IconCrosshair, IconRoute } from '@tabler/icons-react';
import { isHounsfieldLike } from '../../rendering/value-range.ts';
import { SCENE_HELP } from '../../scene/scene-options.ts';
import { helpLines } from '../../controls/action.ts';
import { IconImplant } from '../../controls/icons.ts';
import { COMMON_TOOLS, COMMON_KEYS } from '../../controls/common-tools.ts';
import type { ToolDescription } from '../../controls/tool-groups.tsx';
import type { VolumeSeries } from '../../study/study.ts';
import { ACTIONS, GRID_ACTIONS } from './actions.ts';
import { MODES_HELP } from './modes.ts';
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
    {
      tool: 'implant',
      label: 'Имплантат',
      icon: IconImplant,
      word: 'Имплантат',
      code: 'KeyI',
      shortcut: 'I',
    },
    {
      tool: 'canal',
      label: 'Нижнечелюстной канал',
      icon: IconRoute,
      word: 'Канал',
      code: 'KeyN',
      shortcut: 'N',
    },
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

/** The presets for a series; none if it has other units, because they would show its images white. */
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
      ['Удержать палец', 'плотность под пальцем'],
    ],
  },
  {
    title: 'Инструменты',
    lines: TOOLS.flat().map(({ shortcut, label }) => [shortcut, label] as const),
  },
  {
    title: 'План имплантации',
    lines: [
      ...helpLines([ACTIONS.plan, ACTIONS.library]),
      ['[ ]', 'наклонить выбранный имплантат вдоль дуги, вокруг верхушки'],
      ['Shift + [ ]', 'наклонить поперёк дуги'],
      ['Потянуть за платформу', 'повернуть вокруг верхушки'],
      ['Потянуть за тело', 'переставить'],
      ['N, щелчки', 'канал: между точками линия сама находит его просвет'],
      ['Двойной щелчок, Enter', 'закончить канал или область'],
    ],
  },
  SCENE_HELP,
  MODES_HELP,
  {
    title: 'Вид',
    lines: [
      ['1, 2, 3', 'окно: кость, зубы, мягкие ткани'],
      ['0', 'окно по умолчанию'],
      ['↑ ↓', 'по срезам вверх и вниз'],
      ['← →', 'по сечениям вдоль дуги'],
      ...helpLines([ACTIONS.four, ACTIONS.panorama, ACTIONS.grid, ACTIONS.single, ACTIONS.volume]),
      ...helpLines([ACTIONS.layouts]),
      ...helpLines([GRID_ACTIONS.previous, GRID_ACTIONS.next]),
      ['Палец вверх и вниз', 'сетка: следующая и предыдущая страница'],
      ...helpLines([ACTIONS.levelling, ACTIONS.arch, ACTIONS.cine, ACTIONS.invert, ACTIONS.reset]),
      ...COMMON_KEYS.annotations,
      ...helpLines([ACTIONS.undo]),
      ...COMMON_KEYS.edit,
      ['Esc', 'убрать незаконченное, потом отложить инструмент'],
      ['?', 'эта памятка'],
    ],
  },
] as const;
