/** Sentences for refused letters and text messages. */
export const messageSentences = {
  tooManyLetters: 'Письмо только что отправляли несколько раз. Повторите позже',
  tooManyNewLetters: 'Отправлено слишком много писем подряд. Повторите через 15 минут',
  tooManyLettersToday: 'За сутки отправлено слишком много писем. Повторите завтра',
  tooManyTexts: 'Отправлено слишком много сообщений подряд. Повторите через 15 минут',
  tooManyTextsToday: 'За сутки отправлено слишком много сообщений. Повторите завтра',
  tooManyAddresses: 'Адрес получателя уже меняли несколько раз. Больше менять его нельзя',
};
