import {
  IconArrowBackUp,
  IconBadge3d,
  IconCircleHalf2,
  IconClipboardList,
  IconGrid4x4,
  IconChevronDown,
  IconChevronUp,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconLayoutRows,
  IconPlayerPlay,
  IconRefresh,
  IconSquare,
} from '@tabler/icons-react';
import { described } from '../../controls/action.ts';
import { IconArch, IconImplant, IconSpiritLevel } from '../../controls/icons.ts';

/** What the keys and buttons of an opened volume do, beside its tools and reading modes. */
export const ACTIONS = described({
  four: {
    label: 'Четыре вида',
    icon: IconLayoutGrid,
    help: 'четыре вида',
    code: 'Shift+KeyQ',
    shortcut: 'Shift+Q',
  },
  panorama: {
    label: 'Панорама и сечения',
    icon: IconLayoutRows,
    help: 'панорама и сечения',
    code: 'Shift+KeyP',
    shortcut: 'Shift+P',
  },
  grid: {
    label: 'Сетка срезов',
    icon: IconGrid4x4,
    help: 'сетка срезов',
    code: 'Shift+KeyN',
    shortcut: 'Shift+N',
  },
  single: {
    label: 'Один вид',
    icon: IconSquare,
    help: 'один вид',
    code: 'Shift+KeyO',
    shortcut: 'Shift+O',
  },
  volume: {
    label: '3D',
    icon: IconBadge3d,
    help: 'объём (3D) на весь экран и обратно',
    code: 'Shift+KeyE',
    shortcut: 'Shift+E',
  },
  layouts: {
    label: 'Раскладки',
    icon: IconLayoutDashboard,
    help: 'раскладки: выбрать, сохранить',
    code: 'Shift+KeyY',
    shortcut: 'Shift+Y',
  },
  arch: {
    label: 'Править дугу на аксиальном срезе',
    icon: IconArch,
    word: 'Править дугу',
    code: 'KeyE',
    shortcut: 'E',
    help: 'править дугу: тянуть точки или всю линию',
  },
  levelling: {
    label: 'Выровнять объём',
    icon: IconSpiritLevel,
    word: 'Выровнять',
    code: 'KeyO',
    shortcut: 'O',
    help: 'выровнять объём по трём точкам или поворотом',
  },
  plan: {
    label: 'План имплантации',
    icon: IconClipboardList,
    code: 'KeyJ',
    shortcut: 'J',
    help: 'имплантаты, расстояния и плотность',
  },
  library: {
    label: 'Библиотека имплантатов',
    icon: IconImplant,
    code: 'Shift+KeyI',
    shortcut: 'Shift+I',
    help: 'выбрать имплантат из библиотеки',
  },
  cine: {
    label: 'Проиграть срезы',
    icon: IconPlayerPlay,
    code: 'Shift+KeyS',
    shortcut: 'Shift+S',
    help: 'проиграть срезы и остановить',
  },
  invert: {
    label: 'Негатив',
    icon: IconCircleHalf2,
    code: 'KeyX',
    shortcut: 'X',
    help: 'негатив',
  },
  undo: {
    label: 'Отменить',
    icon: IconArrowBackUp,
    code: 'Ctrl+KeyZ',
    shortcut: 'Ctrl+Z',
    help: 'отменить: разметку, дугу, выравнивание, настройки',
  },
  reset: {
    label: 'Сбросить вид',
    icon: IconRefresh,
    code: 'KeyR',
    shortcut: 'R',
    help: 'сбросить вид',
  },
});

export type Action = keyof typeof ACTIONS;

/** What keys and buttons do in the grid of slices. */
export const GRID_ACTIONS = described({
  previous: {
    label: 'Предыдущие срезы',
    icon: IconChevronUp,
    help: 'сетка: предыдущая страница',
    code: 'Shift+PageUp',
    shortcut: 'Shift+PageUp',
  },
  next: {
    label: 'Следующие срезы',
    icon: IconChevronDown,
    help: 'сетка: следующая страница',
    code: 'Shift+PageDown',
    shortcut: 'Shift+PageDown',
  },
});
