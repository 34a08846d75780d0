import type { DesktopCloseReason } from '@snimok/contract/remote-desktop';

/** What a person reads when it has ended, and whether she may begin anew. */
export const END_WORDS: Record<DesktopCloseReason, string> = {
  done: 'Рабочее место закрыто',
  over: 'Просмотр закончен. Откройте исследование заново',
  idle: 'Рабочее место закрыто: им долго не пользовались',
  limit: 'Время работы закончилось. Рабочее место закрыто',
  taken: 'Рабочее место открыто в другом окне',
  closed: 'Программа на рабочем месте закрыта',
  failed: 'Не удалось запустить рабочее место. Попробуйте ещё раз, а если не получится, сообщите в центр',
};

export const words = {
  title: 'Рабочее место',
  starting: 'Запускаем рабочее место…',
  lost: 'Связь прервалась. Подключаемся снова…',
  again: 'Запустить снова',
  here: 'Перенести сюда',
  keys: 'F6 — к кнопкам окна',
  screen: 'Экран рабочего места',
  wide: 'Во весь экран',
  narrow: 'Свернуть из полного экрана',
  close: 'Закрыть рабочее место',
} as const;
