import type { Event } from './queries.ts';

/** Selects the icon beside the sentence. */
export type ActionKind = 'view' | 'download' | 'change' | 'share' | 'storage' | 'delete' | 'access' | 'other';

/** Every action that the server records, with its icon and its sentence. */
const ACTIONS: Record<string, [ActionKind, string]> = {
  'account.sign-in': ['access', 'Вход в личный кабинет'],
  'account.sign-in-failed': ['access', 'Неудачная попытка входа'],
  'account.sign-out': ['access', 'Выход из личного кабинета'],
  'account.choose-password': ['access', 'Пароль из письма сменён на собственный'],
  'account.reset-password': ['access', 'Пароль восстановлен по ссылке из письма'],
  'account.create': ['change', 'Учётная запись создана'],
  'account.disable': ['delete', 'Учётная запись отключена'],
  'account.change-password': ['access', 'Пароль сменён в профиле'],
  'account.change-name': ['change', 'Имя в профиле изменено'],
  'account.choose-letters': ['change', 'Выбрано, какие письма присылать'],
  'account.end-sessions': ['access', 'Завершены другие сеансы'],
  'account.add-factor': ['access', 'Второй фактор входа добавлен'],
  'account.remove-factor': ['access', 'Второй фактор входа удалён'],
  'account.renew-recovery-codes': ['access', 'Созданы новые коды восстановления'],
  'account.reset-factors': ['access', 'Второй фактор входа сброшен администратором'],
  'staff.create': ['change', 'Учётная запись сотрудника создана'],
  'staff.change': ['change', 'Имя или права сотрудника изменены'],
  'staff.disable': ['delete', 'Учётная запись сотрудника отключена'],
  'staff.enable': ['change', 'Учётная запись сотрудника снова включена'],
  'staff.end-sessions': ['access', 'Сеансы сотрудника завершены администратором'],
  'staff.reset-factors': ['access', 'Второй фактор сотрудника сброшен'],
  'staff.reset-password': ['access', 'Сотруднику отправлен новый пароль'],
  'list.export': ['download', 'Список выгружен в файл'],
  'doctor.create': ['change', 'Клиент создан'],
  'doctor.change': ['change', 'Карточка клиента изменена'],
  'doctor.reset-password': ['access', 'Клиенту отправлен новый пароль'],
  'patient.create': ['change', 'Карточка пациента создана'],
  'patient.change': ['change', 'Карточка пациента изменена'],
  'patient.see': ['view', 'Карточка пациента просмотрена'],
  'patient.delete': ['delete', 'Пациент удалён'],
  'patient.undelete': ['storage', 'Удаление пациента отменено'],
  'patient.purge': ['delete', 'Данные пациента окончательно удалены'],
  'patient.share': ['share', 'Пациент открыт другому врачу'],
  'patient.unshare': ['share', 'Доступ другого врача к пациенту закрыт'],
  'patient.request': ['share', 'Запрошен доступ к пациенту'],
  'patient.decline': ['share', 'В доступе к пациенту отказано'],
  'study.create': ['change', 'Исследование создано'],
  'study.comment': ['change', 'Комментарий изменён'],
  'study.confirm-patient': ['change', 'Подтверждено, что снимки принадлежат этому пациенту'],
  'study.upload': ['storage', 'Файлы загружены'],
  'study.cancel-upload': ['delete', 'Загрузка остановлена, отправленные файлы удалены'],
  'study.publish': ['storage', 'Файлы обработаны, исследование готово'],
  'study.infected': ['storage', 'В файлах найдена вредоносная программа, исследование не опубликовано'],
  'study.download': ['download', 'Исследование скачано'],
  'study.view': ['view', 'Исследование открыто в онлайн-просмотре'],
  'study.segment': ['change', 'Запрошена 3D-сегментация'],
  'study.mark': ['change', 'Изменены отметки на снимках'],
  'study.copy': ['change', 'Исследование скопировано'],
  'study.report': ['download', 'Отчёт сформирован'],
  'study.protest': ['change', 'Отправлена жалоба на панораму'],
  'study.settle-protest': ['change', 'Жалоба на панораму решена'],
  'study.correct-arch': ['change', 'Исправлена зубная дуга'],
  'study.archive': ['storage', 'Исследование перенесено в архив'],
  'study.restore': ['storage', 'Запрошено восстановление из архива'],
  'study.delete': ['delete', 'Исследование удалено'],
  'study.undelete': ['storage', 'Удаление исследования отменено'],
  'study.purge': ['delete', 'Данные исследования окончательно удалены'],
  'share.create': ['share', 'Создана ссылка на исследование'],
  'share.delete': ['share', 'Ссылка на исследование закрыта'],
  'share.mail': ['share', 'Письмо со ссылкой отправлено ещё раз'],
  'share.copy': ['share', 'Ссылка на исследование показана или скопирована'],
  'share.refuse': ['access', 'Отказано в доступе по ссылке'],
  'share.open': ['view', 'Исследование открыто по ссылке'],
  'share.download': ['download', 'Исследование скачано по ссылке'],
  'banner.change': ['change', 'Баннер изменён'],
  'schedule.change': ['change', 'Расписание центра изменено'],
  'booking.create': ['change', 'Пациент записан на исследование'],
  'booking.move': ['change', 'Запись на исследование перенесена'],
  'booking.cancel': ['delete', 'Запись на исследование отменена'],
  'booking.come': ['change', 'Пациент пришёл по записи'],
  'message.send': ['change', 'Отправлено сообщение в чат'],
  'desktop.accept': ['access', 'Программе загрузки разрешён вход'],
  'desktop.decline': ['access', 'Программе загрузки отказано во входе'],
  'desktop.revoke': ['delete', 'Доступ программы загрузки отозван'],
  'desktop.receive': ['access', 'Программа загрузки получила доступ'],
  'access.deny': ['access', 'Отказано в доступе'],
  'access.lock-out': ['access', 'Превышено число попыток, доступ временно закрыт'],
  'portal.start': ['other', 'Портал запущен с этими настройками'],
};

export const describeAction = (action: string): { kind: ActionKind; sentence: string } => {
  const [kind, sentence] = ACTIONS[action] ?? ['other', 'Другое действие'];
  return { kind, sentence };
};

const WITHOUT_NAME: Record<string, string> = {
  share: 'по ссылке',
  portal: 'портал',
  command: 'команда администратора',
  nobody: 'без входа в кабинет',
};

const ROLES: Record<string, string> = {
  assistant: 'сотрудник центра',
  doctor: 'клиент',
  desktop: 'программа загрузки',
};

/** The name of the actor, with the role. */
export const describeActor = ({ actorKind, actorName }: Pick<Event, 'actorKind' | 'actorName'>): string => {
  const withoutName = WITHOUT_NAME[actorKind];
  if (withoutName) return withoutName;
  const role = ROLES[actorKind];
  if (!actorName) return role ?? 'неизвестно кто';
  return role ? `${actorName}, ${role}` : actorName;
};
