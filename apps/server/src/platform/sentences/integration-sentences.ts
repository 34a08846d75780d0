/** Sentences about API tokens and webhooks. */
export const integrationSentences = {
  tokenInvalid: 'Токен не действует: его отозвали, его срок истёк, или учётная запись создателя отключена',
  tokenWrongNetwork: 'Токен не принимается с этого адреса сети',
  tooManyRequests: 'Слишком много запросов с этим токеном. Повторите позже',
  scopeWithoutRight: (label: string) => `Для этого доступа вам самим нужно право «${label}»`,
  tooManyApiTokens: 'Токенов слишком много. Отзовите те, которыми не пользуетесь',
  noToken: 'Такого токена нет',
  noWebhook: 'Такого вебхука нет',
  webhookPaused: 'Вебхук приостановлен. Сначала возобновите его',
  tooManyWebhooks: 'Вебхуков слишком много. Удалите те, которые не нужны',
  noMessage: 'Такого сообщения нет: сообщения хранятся 30 дней',
  tokenEnded: 'Токен уже не действует',
};
