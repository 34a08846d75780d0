import { counted } from '@snimok/api-client/format-numbers';

const studies = (count: number) => counted(count, 'исследование', 'исследования', 'исследований');

/** The Russian texts of the service and of its status page. */
export const sentences = {
  nameCommand:
    'Укажите, что делать службе: snimok install-service watch ПАПКА …, receive … или deliver …. Справка: snimok --help',
  nameUser:
    'Служба системы работает от имени пользователя, который выполнил snimok login. Укажите его: --user ИМЯ',
  userNeedsRoot: '--user задаёт администратор: sudo snimok install-service --user ИМЯ …',
  onlyWindows: '--ask-password есть только в Windows',
  unknownSystem: (platform: string) => `Служба для системы ${platform} не предусмотрена.`,
  lineBreak: 'Перевод строки в параметрах службы недопустим.',
  failed: (command: string) => `Команда не выполнена: ${command}`,
  installed: (port: number) =>
    port === 0
      ? 'Служба установлена и запущена.'
      : `Служба установлена и запущена. Её состояние: http://127.0.0.1:${port}`,
  notPlaced: (reason: string) => `Программа службы не скопирована: ${reason}.`,
  workerEnded: (code: number) => `Служба закончилась с кодом ${code}.`,
  removed: 'Служба удалена. Доступ к порталу и журналы остались на этом компьютере.',
  portTaken: (port: number) =>
    `Страница состояния не открыта: порт ${port} занят. Задайте другой: --status-port НОМЕР`,

  title: 'snimok: состояние',
  version: 'Версия',
  portal: 'Портал',
  notSignedIn: 'нет доступа, выполните snimok login',
  startedAt: 'Работает с',
  updates: 'Обновления',
  nothing: 'Пока ничего.',
  sent: (count: number) => `На портале: ${studies(count)}`,
  waiting: (count: number) => `Отправляются: ${studies(count)}`,
  undecided: (count: number) => `Ждут вас: ${studies(count)}`,
  failedStudies: (count: number) => `Не приняты: ${studies(count)}`,
  lastLines: 'Последние сообщения',
};
