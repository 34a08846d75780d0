/** Sentences about links to studies and the codes of patients' links, as the web app shows them. */
export const shareSentences = {
  codeGone: 'Код не подходит: проверьте цифры. Возможно, доступ закрыт или его срок истёк',
  tooManyCodes: 'Слишком много попыток. Повторите через 15 минут или позвоните в центр',
  closed: 'Ссылка клиента больше не открывается. Отправьте новую от центра',
  sentOtherwise: 'Эта ссылка уже отправлена с другими настройками. Закройте окно и отправьте новую',
  tooManyLinks: 'За час отправлено слишком много ссылок. Повторите позже',
  tooManyDays: (most: number) => `Срок (days): не больше ${most} дней`,
} as const;
