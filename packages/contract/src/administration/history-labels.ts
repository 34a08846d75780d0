import type { z } from 'zod';
import type { HandOutWay, HistoryEvent } from './history.ts';

/** Selects the icon beside the sentence. */
export type ActionKind = 'view' | 'download' | 'change' | 'share' | 'storage' | 'delete' | 'access' | 'other';

/** Every action that the server records, with its icon and its sentence. The server records no other (`AuditAction`). */
const ACTIONS = {
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
  'account.choose-notification': ['change', 'Выбрано, о чём и как сообщать'],
  'account.confirm-phone': ['change', 'Номер телефона для СМС подтверждён'],
  'account.remove-phone': ['delete', 'Номер телефона для СМС удалён'],
  'account.add-push-device': ['change', 'Уведомления на устройстве включены'],
  'account.remove-push-device': ['change', 'Уведомления на устройстве отключены'],
  'account.end-sessions': ['access', 'Завершены другие сеансы'],
  'account.add-factor': ['access', 'Способ подтверждения входа добавлен'],
  'account.remove-factor': ['access', 'Способ подтверждения входа удалён'],
  'account.renew-recovery-codes': ['access', 'Созданы новые коды восстановления'],
  'account.reset-factors': ['access', 'Подтверждение входа сброшено администратором'],
  'account.bind-sso': ['access', 'Учётная запись связана со входом через службу центра'],
  'account.alert': ['other', 'За час открыто необычно много исследований'],
  'account.acknowledge-alert': ['change', 'Предупреждение о числе исследований разобрано'],
  'account.suspend': ['delete', 'Вход приостановлен порталом'],
  'account.resume': ['change', 'Приостановленный вход снова открыт'],
  'staff.create': ['change', 'Учётная запись сотрудника создана'],
  'staff.change': ['change', 'Имя или права сотрудника изменены'],
  'staff.disable': ['delete', 'Учётная запись сотрудника отключена'],
  'staff.enable': ['change', 'Учётная запись сотрудника снова включена'],
  'staff.end-sessions': ['access', 'Сеансы сотрудника завершены администратором'],
  'staff.reset-factors': ['access', 'Подтверждение входа сотрудника сброшено'],
  'staff.permit-sso': ['access', 'Разрешён первый вход через службу центра без пароля портала'],
  'staff.reset-password': ['access', 'Сотруднику отправлен новый пароль'],
  'member.invite': ['access', 'Сотрудник клиники приглашён'],
  'member.withdraw': ['delete', 'Приглашение сотрудника клиники отозвано'],
  'member.join': ['access', 'Приглашение в кабинет клиники принято'],
  'member.change': ['change', 'Роль сотрудника клиники изменена'],
  'member.remove': ['delete', 'Сотрудник клиники удалён'],
  'archive.plan': ['change', 'Начата проверка архива для переноса'],
  'archive.decide': ['change', 'Решено, что делать с исследованием архива'],
  'archive.confirm': ['change', 'Перенос из архива подтверждён'],
  'archive.pause': ['change', 'Перенос из архива приостановлен'],
  'archive.resume': ['change', 'Перенос из архива продолжен'],
  'archive.stop': ['delete', 'Перенос из архива остановлен'],
  'archive.prove': ['download', 'Выгружено подтверждение переноса из архива'],
  'list.export': ['download', 'Список выгружен в файл'],
  'doctor.create': ['change', 'Клиент создан'],
  'doctor.change': ['change', 'Карточка клиента изменена'],
  'doctor.reset-password': ['access', 'Клиенту отправлен новый пароль'],
  'patient.create': ['change', 'Карточка пациента создана'],
  'patient.change': ['change', 'Карточка пациента изменена'],
  'patient.see': ['view', 'Карточка пациента просмотрена'],
  'patient.delete': ['delete', 'Карточка пациента удалена'],
  'patient.undelete': ['storage', 'Карточка пациента восстановлена из корзины'],
  'patient.purge': ['delete', 'Данные пациента окончательно удалены'],
  'patient.move': ['change', 'Пациент перенесён к другому клиенту'],
  'patient.merge': ['change', 'Карточка объединена с другой карточкой пациента'],
  'patient.distinguish': ['change', 'Отмечено, что похожая карточка принадлежит другому человеку'],
  'reassignment.undo': ['change', 'Перенос или объединение отменено'],
  'patient.export': ['download', 'Все данные пациента выгружены'],
  'patient.export-history': ['download', 'История пациента выгружена в файл'],
  'patient.erase': ['delete', 'Персональные данные пациента удалены навсегда'],
  'erasure.request': ['change', 'Запрошено удаление персональных данных'],
  'erasure.confirm': ['delete', 'Удаление персональных данных подтверждено'],
  'erasure.refuse': ['change', 'Запрос на удаление персональных данных отклонён'],
  'erasure.withdraw': ['change', 'Запрос на удаление персональных данных отозван'],
  'erasure.expire': ['change', 'Срок запроса на удаление персональных данных истёк'],
  'patient.share': ['share', 'Пациент открыт другому клиенту'],
  'patient.unshare': ['share', 'Доступ другого клиента к пациенту закрыт'],
  'patient.request': ['share', 'Запрошен доступ к пациенту'],
  'patient.decline': ['share', 'Запрос доступа к пациенту отклонён'],
  'study.create': ['change', 'Исследование создано'],
  'study.comment': ['change', 'Комментарий изменён'],
  'study.date': ['change', 'Указана дата съёмки'],
  'study.confirm-patient': ['change', 'Подтверждено, что снимки принадлежат этому пациенту'],
  'study.acquisition': ['storage', 'Получено сообщение аппарата о съёмке'],
  'study.upload': ['storage', 'Файлы загружены'],
  'study.cancel-upload': ['delete', 'Загрузка остановлена, отправленные файлы удалены'],
  'study.publish': ['storage', 'Файлы обработаны, исследование готово'],
  'study.infected': ['storage', 'В файлах найдена вредоносная программа, исследование не опубликовано'],
  'study.download': ['download', 'Исследование скачано'],
  'study.view': ['view', 'Исследование открыто в онлайн-просмотре'],
  'study.segment': ['change', 'Запрошена 3D-сегментация'],
  'study.decide-segmentation': ['change', 'Рассмотрены предложения модели сегментации'],
  'study.propose-landmarks': ['change', 'Снимок отправлен модели, которая предлагает точки цефалограммы'],
  'study.mark': ['change', 'Изменены отметки на снимках'],
  'study.copy': ['change', 'Исследование скопировано'],
  'study.move-out': ['change', 'Исследование перенесено в карточку другого пациента'],
  'study.move-in': ['change', 'Исследование перенесено сюда из карточки другого пациента'],
  'study.report': ['download', 'Отчёт составлен'],
  'report.request': ['change', 'Запрошено заключение'],
  'report.withdraw': ['change', 'Запрос заключения отменён'],
  'report.start': ['change', 'Начато заключение'],
  'report.discard': ['delete', 'Черновик заключения удалён'],
  'report.sign': ['change', 'Заключение подписано'],
  'report.read': ['view', 'Заключение прочитано'],
  'report.download': ['download', 'Заключение скачано'],
  'template.change': ['change', 'Шаблоны заключений изменены'],
  'study.protest': ['change', 'Отправлено замечание к панораме'],
  'study.settle-protest': ['change', 'Замечание к панораме решено'],
  'study.correct-arch': ['change', 'Исправлена зубная дуга'],
  'study.archive': ['storage', 'Исследование перенесено в архив'],
  'study.arrive': ['change', 'Приход пациента отмечен'],
  'study.restore': ['storage', 'Запрошено восстановление из архива'],
  'study.delete': ['delete', 'Исследование удалено'],
  'study.undelete': ['storage', 'Исследование восстановлено из корзины'],
  'study.purge': ['delete', 'Данные исследования окончательно удалены'],
  'share.hand-out': ['share', 'Снимок выдан пациенту'],
  'share.withdraw': ['share', 'Доступ пациента к снимку отозван'],
  'share.create': ['share', 'Создана ссылка на исследование'],
  'share.delete': ['share', 'Ссылка на исследование удалена'],
  'share.mail': ['share', 'Письмо со ссылкой отправлено ещё раз'],
  'share.copy': ['share', 'Ссылка на исследование показана или скопирована'],
  'share.refuse': ['access', 'Отказано в доступе по ссылке'],
  'share.open': ['view', 'Исследование открыто по ссылке'],
  'share.download': ['download', 'Исследование скачано по ссылке'],
  'banner.change': ['change', 'Баннер изменён'],
  'identity.change': ['change', 'Данные центра изменены'],
  'settings.change': ['change', 'Настройки портала изменены'],
  'portal.first-start': ['other', 'Портал настроен при первом запуске'],
  'portal.restart': ['other', 'Запрошен перезапуск портала'],
  'implants.change': ['change', 'Линейки имплантатов центра изменены'],
  'schedule.change': ['change', 'Расписание центра изменено'],
  'booking.create': ['change', 'Пациент записан на исследование'],
  'booking.move': ['change', 'Запись на исследование перенесена'],
  'booking.cancel': ['delete', 'Запись на исследование отменена'],
  'booking.come': ['change', 'Приход по записи отмечен'],
  'booking.miss': ['change', 'Неявка по записи отмечена'],
  'booking.unmiss': ['change', 'Неявка по записи отменена'],
  'booking.confirm': ['change', 'Визит подтверждён пациентом'],
  'booking.remind': ['change', 'Дано согласие пациента на сообщения о записи'],
  'booking.stop-reminders': ['change', 'Сообщения о записи отключены пациентом'],
  'referral.create': ['change', 'Отправлено направление в центр'],
  'referral.withdraw': ['delete', 'Направление отозвано клиентом'],
  'referral.accept': ['change', 'Направление принято, исследование создано'],
  'referral.decline': ['delete', 'Направление отклонено'],
  'examination.change': ['change', 'Справочник исследований изменён'],
  'message.send': ['change', 'Отправлено сообщение в чат'],
  'dialog.assign': ['change', 'Изменено, кто отвечает в диалоге с клиентом'],
  'desktop.accept': ['access', 'Программе загрузки разрешён вход'],
  'desktop.decline': ['access', 'Вход программы загрузки отклонён'],
  'desktop.revoke': ['delete', 'Доступ программы загрузки отозван'],
  'desktop.receive': ['access', 'Доступ получен программой загрузки'],
  'token.create': ['access', 'Создан токен для интеграции'],
  'token.revoke': ['delete', 'Токен интеграции отозван'],
  'webhook.create': ['access', 'Создан вебхук'],
  'webhook.change': ['change', 'Вебхук изменён'],
  'webhook.pause': ['change', 'Вебхук приостановлен'],
  'webhook.resume': ['change', 'Вебхук возобновлён'],
  'webhook.stop': ['access', 'Вебхук остановлен, сообщения не приняты получателем'],
  'webhook.rotate': ['access', 'Секрет вебхука сменён'],
  'webhook.delete': ['delete', 'Вебхук удалён'],
  'webhook.test': ['change', 'Отправлено проверочное сообщение вебхука'],
  'webhook.repeat': ['change', 'Сообщение вебхука отправлено ещё раз'],
  'access.deny': ['access', 'Отказано в доступе'],
  'access.lock-out': ['access', 'Превышено число попыток, доступ временно закрыт'],
  'portal.start': ['other', 'Портал запущен с этими настройками'],
  'portal.export': ['download', 'Все данные портала выгружены в файлы'],
  'portal.back-up': ['storage', 'Запрошена резервная копия портала'],
  'portal.update': ['other', 'Запрошено обновление портала'],
  'portal.update-cancel': ['other', 'Назначенное обновление портала отменено'],
  'portal.load': ['storage', 'Данные портала загружены из полной выгрузки'],
} satisfies Record<string, [ActionKind, string]>;

/** An action as it is stored in the history. */
export type AuditAction = keyof typeof ACTIONS;

/** In the order of the table. @internal */
export const AUDIT_ACTIONS = Object.keys(ACTIONS) as AuditAction[];

export const describeAction = (action: string): { kind: ActionKind; sentence: string } => {
  const known: Partial<Record<string, [ActionKind, string]>> = ACTIONS;
  const [kind, sentence] = known[action] ?? ['other', 'Другое действие'];
  return { kind, sentence };
};

const WITHOUT_NAME: Record<string, string> = {
  share: 'по ссылке',
  visitor: 'пациент по ссылке из сообщения',
  portal: 'портал',
  command: 'команда администратора',
  nobody: 'без входа в кабинет',
};

const ROLES: Record<string, string> = {
  assistant: 'сотрудник центра',
  doctor: 'клиент',
  desktop: 'программа загрузки',
  token: 'токен интеграции',
};

/** The name of the actor, with the role. */
export const describeActor = ({
  actorKind,
  actorName,
}: Pick<z.infer<typeof HistoryEvent>, 'actorKind' | 'actorName'>): string => {
  const withoutName = WITHOUT_NAME[actorKind];
  if (withoutName) return withoutName;
  const role = ROLES[actorKind];
  if (!actorName) return role ?? 'неизвестно кто';
  return role ? `${actorName}, ${role}` : actorName;
};

const WAYS: Record<z.infer<typeof HandOutWay>, (recipient: string | null) => string> = {
  sheet: () => 'QR-код и ПИН-код на листе',
  mail: (recipient) => (recipient ? `ссылка по почте на ${recipient}` : 'ссылка по почте'),
  text: () => 'ссылка по СМС',
};

/** Whom the action reached and how; each entry is one line. */
export const describeReach = ({ reach }: Pick<z.infer<typeof HistoryEvent>, 'reach'>): string[] => {
  if (!reach) return [];
  const { recipient, clientName, ways } = reach;
  const how = ways.map((way) => WAYS[way](recipient)).join(', ');
  return [
    ...(recipient && ways.length === 0 ? [`Получатель: ${recipient}`] : []),
    ...(how ? [`Способ: ${how}`] : []),
    ...(clientName ? [`Клиент: ${clientName}`] : []),
  ];
};
