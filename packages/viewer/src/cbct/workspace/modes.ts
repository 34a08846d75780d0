import type { ReadingMode } from './reading-modes-state.ts';

interface ModeDescription {
  mode: ReadingMode;
  label: string;
  /** on its button */
  word: string;
  /** `KeyboardEvent.code`, and the label of the key */
  code: string;
  shortcut: string;
  help: string;
}

/** The reading modes, in the order of their buttons; their keys and help entries come from here. */
export const MODES: readonly ModeDescription[] = [
  {
    mode: 'joints',
    label: 'ВНЧС (суставы)',
    word: 'ВНЧС',
    code: 'KeyH',
    shortcut: 'H',
    help: 'височно-нижнечелюстные суставы, каждый по своей оси',
  },
  {
    mode: 'cephalogram',
    label: 'ТРГ (телерентгенограмма)',
    word: 'ТРГ',
    code: 'KeyU',
    shortcut: 'U',
    help: 'боковая или прямая проекция, точки и углы',
  },
  {
    mode: 'reslice',
    label: 'Срез по линии',
    word: 'Срез по линии',
    code: 'KeyY',
    shortcut: 'Y',
    help: 'срез по линии, проведённой на любом срезе',
  },
];

/** What is measured in the volume after a click inside it. */
export const REGION_TOOLS = {
  airway: {
    label: 'Дыхательные пути',
    code: 'KeyK',
    shortcut: 'K',
    help: 'объём и самое узкое место дыхательных путей',
  },
  region: {
    label: 'Объём полости',
    code: 'KeyB',
    shortcut: 'B',
    help: 'объём полости, кисты или другой области одной плотности',
  },
  tooth: {
    label: 'Выделить зуб',
    code: 'Shift+KeyJ',
    shortcut: 'Shift+J',
    help: 'контур и объём одного зуба по щелчку: по плотности, без нейросети',
  },
} as const;

export const MODES_HELP = {
  title: 'Режимы чтения',
  lines: [
    ...MODES.map(({ shortcut, help }) => [shortcut, help] as const),
    ...Object.values(REGION_TOOLS).map(({ shortcut, help }) => [shortcut, help] as const),
    ['Потянуть за конец оси', 'повернуть ось головки сустава'],
    ['Enter, двойной щелчок', 'закончить линию среза'],
    ['Backspace', 'убрать последнюю точку линии или ТРГ'],
  ],
} as const;

export const isReadingMode = (layout: string): layout is ReadingMode =>
  MODES.some(({ mode }) => mode === layout);
