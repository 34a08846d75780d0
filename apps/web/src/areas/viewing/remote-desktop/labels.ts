import type { DesktopCloseReason } from '@snimok/contract/viewing/remote-desktop';

/** The text that is shown after the session has ended. */
export const CLOSE_MESSAGES: Record<DesktopCloseReason, string> = {
  done: 'Рабочее место закрыто',
  over: 'Доступ закрыт, или время просмотра истекло. Откройте исследование заново',
  idle: 'Рабочее место закрыто: им долго не пользовались',
  limit: 'Время работы закончилось. Рабочее место закрыто',
  taken: 'Рабочее место открыто в другом окне',
  closed: 'Программа на рабочем месте закрыта',
  failed: 'Не удалось запустить рабочее место. Попробуйте ещё раз, а если не получится, сообщите в центр',
};

export const labels = {
  title: 'Рабочее место',
  starting: 'Запускаем рабочее место…',
  reconnecting: 'Связь прервалась. Подключаемся снова…',
  restart: 'Запустить снова',
  takeOver: 'Перенести сюда',
  keys: 'F6 — к кнопкам окна',
  screen: 'Экран рабочего места',
  enterFullScreen: 'Во весь экран',
  leaveFullScreen: 'Свернуть из полного экрана',
  close: 'Закрыть рабочее место',
} as const;
