export const sentences = {
  noWebhook: 'Такого вебхука нет',
  webhookPaused: 'Вебхук приостановлен. Сначала возобновите его',
  tooManyWebhooks: 'Вебхуков слишком много. Удалите те, которые не нужны',
  noMessage: 'Такого сообщения нет: сообщения хранятся 30 дней',
} as const;
