import {
  IconArrowBackUp,
  IconChevronLeft,
  IconChevronRight,
  IconCircleHalf2,
  IconDownload,
  IconFlipHorizontal,
  IconFlipVertical,
  IconPlayerPlay,
  IconRefresh,
  IconRotate2,
  IconRotateClockwise,
  IconSparkles,
} from '@tabler/icons-react';
import { described } from '../../controls/action.ts';

/** What the keys and buttons of an opened X-ray do, beside its tools. */
export const ACTIONS = described({
  rotateLeft: {
    label: 'Повернуть влево',
    icon: IconRotate2,
    help: 'повернуть влево',
    code: 'BracketLeft',
    shortcut: '[',
  },
  rotateRight: {
    label: 'Повернуть вправо',
    icon: IconRotateClockwise,
    help: 'повернуть вправо',
    code: 'BracketRight',
    shortcut: ']',
  },
  flipHorizontal: {
    label: 'Отразить слева направо',
    icon: IconFlipHorizontal,
    help: 'отразить слева направо',
    code: 'KeyH',
    shortcut: 'H',
  },
  flipVertical: {
    label: 'Отразить сверху вниз',
    icon: IconFlipVertical,
    help: 'отразить сверху вниз',
    code: 'KeyJ',
    shortcut: 'J',
  },
  invert: { label: 'Негатив', icon: IconCircleHalf2, code: 'KeyX', shortcut: 'X', help: 'негатив' },
  sharpen: { label: 'Резче', icon: IconSparkles, code: 'KeyE', shortcut: 'E', help: 'резче' },
  previous: {
    label: 'Предыдущий снимок',
    icon: IconChevronLeft,
    help: 'предыдущий снимок',
    code: 'ArrowLeft',
    shortcut: '←',
  },
  next: {
    label: 'Следующий снимок',
    icon: IconChevronRight,
    help: 'следующий снимок',
    code: 'ArrowRight',
    shortcut: '→',
  },
  cine: {
    label: 'Проиграть снимки',
    icon: IconPlayerPlay,
    help: 'проиграть снимки и остановить',
    code: 'Shift+KeyS',
    shortcut: 'Shift+S',
  },
  undo: {
    label: 'Отменить',
    icon: IconArrowBackUp,
    help: 'отменить',
    code: 'Ctrl+KeyZ',
    shortcut: 'Ctrl+Z',
  },
  reset: {
    label: 'Сбросить вид',
    icon: IconRefresh,
    help: 'сбросить вид',
    code: 'KeyR',
    shortcut: 'R',
  },
  save: {
    label: 'Сохранить как PNG',
    icon: IconDownload,
    help: 'сохранить как PNG',
    code: 'Ctrl+KeyS',
    shortcut: 'Ctrl+S',
  },
});

export type Action = keyof typeof ACTIONS;
