import type { ApiScope, ApiTokenStatus } from '@snimok/contract/people/api-tokens';
import type { Webhook, WebhookEvent, WebhookMessage } from '@snimok/contract/platform/webhooks';
import type { z } from 'zod';

interface Label {
  label: string;
  hint: string;
}

export const SCOPES: Record<ApiScope, Label> = {
  'clients:read': { label: 'Клиенты: просмотр', hint: 'список врачей и клиник и их карточки' },
  'patients:read': { label: 'Пациенты: просмотр', hint: 'поиск, списки и карточки пациентов' },
  'patients:write': { label: 'Пациенты: изменение', hint: 'создание и изменение карточек' },
  'studies:read': { label: 'Исследования: просмотр', hint: 'списки и состояние, без снимков' },
  'studies:download': {
    label: 'Исследования: скачивание',
    hint: 'файлы исследований, в том числе по DICOMweb',
  },
  'bookings:read': { label: 'Запись на приём: просмотр', hint: 'центры, дни и записи' },
  'bookings:write': { label: 'Запись на приём: изменение', hint: 'записать, перенести, отменить' },
};

export const EVENTS: Record<WebhookEvent, Label> = {
  'study.ready': { label: 'Исследование готово', hint: 'study.ready' },
  'upload.held': {
    label: 'Загрузка ждёт решения',
    hint: 'upload.held: в файлах другой пациент или снимки уже загружены',
  },
  'report.signed': { label: 'Заключение подписано', hint: 'report.signed' },
  'booking.made': { label: 'Пациент записан', hint: 'booking.made' },
  'booking.moved': { label: 'Запись перенесена', hint: 'booking.moved' },
  'booking.cancelled': { label: 'Запись отменена', hint: 'booking.cancelled' },
  'referral.created': { label: 'Направление получено', hint: 'referral.created' },
  'referral.accepted': { label: 'Направление принято', hint: 'referral.accepted' },
};

/** The label of an event; an event of a later server is shown by its name. */
export const eventLabel = (event: string): string =>
  event === 'webhook.test' ? 'Проверка' : (EVENTS[event as WebhookEvent]?.label ?? event);

interface State {
  label: string;
  color: string;
}

export const TOKEN_STATES: Record<z.infer<typeof ApiTokenStatus>, State> = {
  active: { label: 'действует', color: 'green' },
  suspended: { label: 'не действует: у создателя нет прав', color: 'yellow' },
  expired: { label: 'срок истёк', color: 'gray' },
  revoked: { label: 'отозван', color: 'gray' },
};

export const WEBHOOK_STATES: Record<z.output<typeof Webhook>['status'], State> = {
  active: { label: 'работает', color: 'green' },
  paused: { label: 'приостановлен', color: 'gray' },
  stopped: { label: 'остановлен: получатель не отвечает', color: 'red' },
};

export const MESSAGE_STATES: Record<z.output<typeof WebhookMessage>['status'], State> = {
  waiting: { label: 'отправляется', color: 'blue' },
  delivered: { label: 'принято', color: 'green' },
  failed: { label: 'не принято', color: 'red' },
};
