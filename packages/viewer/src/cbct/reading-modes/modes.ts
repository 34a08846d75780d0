import type { ReadingMode } from './state.ts';

interface ModeDescription {
  mode: ReadingMode;
  label: string;
  /** `KeyboardEvent.code`, and the label of the key */
  code: string;
  shortcut: string;
  help: string;
}

/** The reading modes, in the order of their menu; their keys and help entries come from here. */
export const MODES: readonly ModeDescription[] = [
  {
    mode: 'reslice',
    label: 'Срез по линии',
    code: 'KeyY',
    shortcut: 'Y',
    help: 'срез по линии, проведённой на любом срезе',
  },
  {
    mode: 'joints',
    label: 'ВНЧС',
    code: 'KeyH',
    shortcut: 'H',
    help: 'височно-нижнечелюстные суставы, каждый по своей оси',
  },
  {
    mode: 'cephalogram',
    label: 'ТРГ (телерентгенограмма)',
    code: 'KeyU',
    shortcut: 'U',
    help: 'боковая или прямая проекция, точки и углы',
  },
];

export const REGION_TOOL = {
  label: 'Объём полости и дыхательные пути',
  code: 'KeyB',
  shortcut: 'B',
} as const;

export const MODES_HELP = {
  title: 'Режимы чтения',
  lines: [
    ...MODES.map(({ shortcut, help }) => [shortcut, help] as const),
    [REGION_TOOL.shortcut, 'объём полости; объём и самое узкое место дыхательных путей'],
    ['Потянуть за конец оси', 'повернуть ось головки сустава'],
    ['Enter, двойной щелчок', 'закончить линию среза'],
    ['Backspace', 'убрать последнюю точку линии или ТРГ'],
  ],
} as const;

export const isReadingMode = (layout: string): layout is ReadingMode =>
  MODES.some(({ mode }) => mode === layout);
