import { IconArrowsVertical, IconColorPicker, IconRuler2, IconTopologyStar } from '@tabler/icons-react';
import { helpLines } from '../../controls/action.ts';
import { COMMON_TOOLS, COMMON_KEYS } from '../../controls/common-tools.ts';
import type { ToolDescription } from '../../controls/tool-groups.tsx';
import type { PictureSeries } from '../../study/study.ts';
import { ACTIONS } from './actions.ts';
import type { PictureTool } from './state.ts';

type Tools = readonly (readonly ToolDescription<PictureTool>[])[];

const TOOLS: Tools = [
  [
    { tool: 'scroll', label: 'Листать снимки', icon: IconArrowsVertical, code: 'KeyS', shortcut: 'S' },
    COMMON_TOOLS.window,
    COMMON_TOOLS.move,
    COMMON_TOOLS.zoom,
  ],
  [
    COMMON_TOOLS.length,
    COMMON_TOOLS.angle,
    { tool: 'probe', label: 'Плотность', icon: IconColorPicker, code: 'KeyD', shortcut: 'D' },
    { tool: 'calibration', label: 'Эталон длины', icon: IconRuler2, code: 'KeyK', shortcut: 'K' },
    COMMON_TOOLS.polygon,
    COMMON_TOOLS.freehand,
    COMMON_TOOLS.arrow,
    COMMON_TOOLS.note,
    {
      tool: 'cephalometry',
      label: 'Цефалометрия',
      icon: IconTopologyStar,
      code: 'KeyU',
      shortcut: 'U',
    },
  ],
];

/** The tools that make sense for a series: one picture is not scrolled, and a photograph has no density. */
export const toolsFor = ({ frames }: Pick<PictureSeries, 'frames'>): Tools =>
  TOOLS.map((group) =>
    group.filter(
      ({ tool }) =>
        (tool !== 'scroll' || frames.length > 1) &&
        (tool !== 'probe' || frames.some(({ scale }) => scale !== null)),
    ),
  );

export const HELP = [
  {
    title: 'Мышь и пальцы',
    lines: [
      ['Левая кнопка', 'выбранный инструмент'],
      ['Правая кнопка', 'яркость и контраст'],
      ['Колесо', 'листать снимки; один снимок — масштаб'],
      ['Ctrl + колесо', 'масштаб'],
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
      ...helpLines(Object.values(ACTIONS)),
      ['↑ ↓', 'предыдущий и следующий снимок'],
      ...COMMON_KEYS.annotations,
      ['Стрелки', 'сдвинуть последнюю точку цефалометрии; с Shift — быстрее'],
      ['Backspace', 'убрать последнюю точку цефалометрии'],
      ...COMMON_KEYS.edit,
      ['?', 'эта памятка'],
    ],
  },
] as const;
