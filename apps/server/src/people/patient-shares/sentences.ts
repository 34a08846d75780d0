export const sentences = {
  tooManyShares: 'Слишком много адресов подряд. Повторите позже',
  tooManyRequests: 'Слишком много запросов подряд. Повторите позже',
  shareWithWhom: 'Выберите врача или введите его e-mail',
  shareWithOneself: 'Это ваш собственный пациент: выберите другого врача',
  alreadyShared: 'Этому врачу пациент уже доступен',
  noSuchColleague:
    'Врача с таким e-mail нет в портале. Проверьте адрес или попросите центр завести ему кабинет',
  noColleague: 'Врач не найден',
  accessAlreadyGranted: 'У вас уже есть доступ к этому пациенту',
  accessDeclined: 'Ваш запрос отклонён. Обратитесь к врачу напрямую',
  noRequest: 'Такого запроса нет',
} as const;
