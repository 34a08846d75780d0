/** Sentences about the codes of patients' links, as the web app shows them. */
export const shareSentences = {
  codeGone: 'Код не подходит: проверьте цифры. Возможно, доступ закрыт или его срок истёк',
  tooManyCodes: 'Слишком много попыток. Повторите через 15 минут или позвоните в центр',
} as const;
