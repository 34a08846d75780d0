import {
  IconAngle,
  IconArrowsMove,
  IconArrowUpLeft,
  IconContrast,
  IconLasso,
  IconPolygon,
  IconRulerMeasure,
  IconTypography,
  IconZoomIn,
} from '@tabler/icons-react';

/** Tools that volumes and X-rays share. */
export const COMMON_TOOLS = {
  window: { tool: 'window', label: 'Яркость и контраст', icon: IconContrast, code: 'KeyW', shortcut: 'W' },
  move: { tool: 'move', label: 'Двигать', icon: IconArrowsMove, code: 'KeyM', shortcut: 'M' },
  zoom: { tool: 'zoom', label: 'Масштаб', icon: IconZoomIn, code: 'KeyZ', shortcut: 'Z' },
  length: { tool: 'length', label: 'Длина', icon: IconRulerMeasure, code: 'KeyL', shortcut: 'L' },
  angle: { tool: 'angle', label: 'Угол', icon: IconAngle, code: 'KeyA', shortcut: 'A' },
  polygon: { tool: 'polygon', label: 'Область', icon: IconPolygon, code: 'KeyG', shortcut: 'G' },
  freehand: { tool: 'freehand', label: 'Область от руки', icon: IconLasso, code: 'KeyQ', shortcut: 'Q' },
  arrow: { tool: 'arrow', label: 'Стрелка', icon: IconArrowUpLeft, code: 'KeyP', shortcut: 'P' },
  note: { tool: 'note', label: 'Заметка', icon: IconTypography, code: 'KeyT', shortcut: 'T' },
} as const;

/** CSS cursors of the tools that do not draw; the others have a crosshair. */
export const TOOL_CURSORS: Partial<Record<string, string>> = {
  scroll: 'ns-resize',
  window: 'ew-resize',
  move: 'grab',
  zoom: 'zoom-in',
};

/** Lines of the help that volumes and X-rays share. */
export const COMMON_KEYS = {
  annotations: [
    ['V', 'скрыть и показать разметку'],
    ['Shift + H', 'версии разметки'],
    ['Shift + K', 'отметить ключевой снимок'],
    ['Shift + D', 'сравнить с другим исследованием'],
    ['Ctrl + P', 'сохранить и распечатать'],
    ['F', 'на весь экран'],
  ],
  edit: [
    ['Delete', 'удалить выбранное'],
    ['Ctrl + Shift + Z', 'вернуть отменённое'],
  ],
} as const;
