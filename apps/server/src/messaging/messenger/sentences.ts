/** Sentences of the web app about dialogs and the settings of the messenger. */
export const sentences = {
  noMessage: 'Сообщение не найдено',
  nothingAttached: 'К сообщению без текста ничего не прикреплено',
  noCard: 'Исследование или пациент не найдены, или их видит только одна сторона переписки',
  answeredBy: (name: string) => `На этот диалог уже отвечает ${name}`,
  notAnswered: 'На этот диалог уже никто не отвечает. Обновите страницу и повторите',
  cannotAnswer: 'Этот сотрудник не может отвечать в мессенджере',
  noTemplate: 'Шаблон не найден: возможно, его удалил другой сотрудник',
  templateChanged: 'Этот шаблон уже изменил другой сотрудник. Закройте окно и откройте шаблон снова',
  tooManyTemplates: (limit: number) => `Шаблонов не может быть больше ${limit}. Удалите лишние`,
  hoursChanged: 'Часы ответа уже изменил другой сотрудник. Закройте окно и откройте его снова',
  tooManyMessages: 'Слишком много сообщений подряд. Повторите позже',

  noDialog: 'Клиент для переписки не найден',
  messageTextDiffers: 'Под этим номером (messageUUID) уже отправлено другое сообщение',
} as const;
