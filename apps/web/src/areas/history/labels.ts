import type { Event } from './queries.ts';

/** What kind of thing was done, for the picture beside the sentence. */
export type ActionKind = 'see' | 'take' | 'write' | 'share' | 'store' | 'delete' | 'enter' | 'other';

/** Every action of the server's record, and what it is called on the screen. */
const ACTIONS: Record<string, [ActionKind, string]> = {
  'account.sign-in': ['enter', 'Вход в личный кабинет'],
  'account.sign-out': ['enter', 'Выход из личного кабинета'],
  'account.choose-password': ['enter', 'Пароль из письма сменён на собственный'],
  'account.reset-password': ['enter', 'Пароль восстановлен по ссылке из письма'],
  'account.create': ['write', 'Учётная запись создана'],
  'account.disable': ['delete', 'Учётная запись отключена'],
  'doctor.create': ['write', 'Клиент создан'],
  'doctor.change': ['write', 'Карточка клиента изменена'],
  'doctor.reset-password': ['enter', 'Клиенту отправлен новый пароль'],
  'patient.create': ['write', 'Карточка пациента создана'],
  'patient.change': ['write', 'Карточка пациента изменена'],
  'patient.see': ['see', 'Карточка пациента просмотрена'],
  'patient.delete': ['delete', 'Пациент удалён'],
  'patient.undelete': ['store', 'Удаление пациента отменено'],
  'patient.purge': ['delete', 'Данные пациента окончательно удалены'],
  'patient.share': ['share', 'Пациент открыт другому врачу'],
  'patient.unshare': ['share', 'Доступ другого врача к пациенту закрыт'],
  'patient.request': ['share', 'Запрошен доступ к пациенту'],
  'patient.decline': ['share', 'В доступе к пациенту отказано'],
  'study.create': ['write', 'Исследование создано'],
  'study.comment': ['write', 'Комментарий изменён'],
  'study.upload': ['store', 'Файлы загружены'],
  'study.publish': ['store', 'Файлы обработаны, исследование готово'],
  'study.download': ['take', 'Исследование скачано'],
  'study.view': ['see', 'Исследование открыто в онлайн-просмотре'],
  'study.mark': ['write', 'Изменены отметки на снимках'],
  'study.copy': ['write', 'Исследование скопировано'],
  'study.report': ['take', 'Отчёт сформирован'],
  'study.protest': ['write', 'Отправлена жалоба на панораму'],
  'study.settle-protest': ['write', 'Жалоба на панораму решена'],
  'study.correct-arch': ['write', 'Исправлена зубная дуга'],
  'study.archive': ['store', 'Исследование перенесено в архив'],
  'study.restore': ['store', 'Запрошено восстановление из архива'],
  'study.delete': ['delete', 'Исследование удалено'],
  'study.undelete': ['store', 'Удаление исследования отменено'],
  'study.purge': ['delete', 'Данные исследования окончательно удалены'],
  'share.create': ['share', 'Создана ссылка на исследование'],
  'share.delete': ['share', 'Ссылка на исследование закрыта'],
  'share.mail': ['share', 'Письмо со ссылкой отправлено ещё раз'],
  'share.open': ['see', 'Исследование открыто по ссылке'],
  'share.download': ['take', 'Исследование скачано по ссылке'],
  'banner.change': ['write', 'Баннер изменён'],
  'schedule.change': ['write', 'Расписание центра изменено'],
  'booking.create': ['write', 'Пациент записан на исследование'],
  'booking.move': ['write', 'Запись на исследование перенесена'],
  'booking.cancel': ['delete', 'Запись на исследование отменена'],
  'booking.come': ['write', 'Пациент пришёл по записи'],
  'message.send': ['write', 'Отправлено сообщение в чат'],
  'desktop.accept': ['enter', 'Программе загрузки разрешён вход'],
  'desktop.decline': ['enter', 'Программе загрузки отказано во входе'],
  'desktop.revoke': ['delete', 'Доступ программы загрузки отозван'],
  'desktop.receive': ['enter', 'Программа загрузки получила доступ'],
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

/** Who it was, with the part she plays. */
export const describeActor = ({ actorKind, actorName }: Pick<Event, 'actorKind' | 'actorName'>): string => {
  const nameless = WITHOUT_NAME[actorKind];
  if (nameless) return nameless;
  const role = ROLES[actorKind];
  if (!actorName) return role ?? 'неизвестно кто';
  return role ? `${actorName}, ${role}` : actorName;
};
