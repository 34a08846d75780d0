/**
 * The failure sentences of the web app. Those of single areas are in area-sentences.ts, which the sign-in page does not
 * load. The server's sentences arrive in its responses.
 */
export const sentences = {
  validation: {
    emailMissing: 'Введите e-mail',
    emailInvalid: 'Введите корректный e-mail',
    passwordMissing: 'Введите пароль',
    passwordShort: 'Пароль должен содержать не меньше 8 символов',
    repeatDiffers: 'Повторный пароль не совпадает',
  },
  signIn: {
    server: 'Ошибка сервера, повторите запрос',
    email: 'Неверный e-mail',
    invalid: (error: string) => `Неверный запрос: ${error}`,
    credentials: 'Неверный e-mail или пароль',
    denied: (error: string) => `Доступ запрещён: ${error}`,
    tooMany: (minutes: number) =>
      `Слишком много попыток входа. Повторите через ${minutes}\u00a0мин или задайте новый пароль по ссылке «Забыли пароль?»`,
    status: (status: number) => `Неизвестный код ошибки: ${status}`,
    unknown: 'Произошла неизвестная ошибка',
  },
  password: {
    server: 'Произошла ошибка сервера. Повторите запрос',
    invalid: 'Невалидный запрос',
    status: (status: number) => `Неизвестный код ошибки: ${status}`,
    unknown: 'Произошла неизвестная ошибка',
  },
  page: {
    notFound: 'Запрошенная страница не найдена',
    notFoundWhy: 'Возможно, ссылка устарела или в адресе опечатка.',
    unknownRole: 'Неизвестная роль',
    unknownRoleWhy: 'Роль вашей учётной записи неизвестна. Обратитесь в диагностический центр.',
    accessDenied: 'Доступ запрещен.',
    patientDenied: 'У вас нет прав на просмотр этого пациента.',
    patientAbsent: 'Не найдено.',
    patientAbsentWhy: 'Карточка пациента не найдена.',
    browser:
      'В этом браузере портал может работать неправильно. Рекомендуем Chrome, Яндекс.Браузер или Edge.',
    failed: 'Не удалось показать страницу',
    partFailed: 'Не удалось загрузить эту часть страницы',
    advice: 'Сервер не отвечает: проверьте соединение с интернетом.',
    noAnswer: 'Сервер не отвечает. Проверьте соединение с интернетом и повторите.',
    triesAgain: 'Страница попробует ещё раз сама.',
    offline: 'Нет связи с сервером. Страница откроется сама, когда связь появится.',
    chatOffline: 'Нет связи с сервером. Чат откроется сам, когда связь появится.',
    server: 'Произошла ошибка сервера. Повторите запрос',
    unknown:
      'Произошла непредвиденная ошибка. Обновите страницу, а если не поможет, сообщите администратору.',
  },
  common: {
    later: 'Произошла ошибка. Попробуйте позже',
    notConfirmed: 'Действие не выполнено: вы его не подтвердили',
    support: 'Непредвиденная ошибка. Обратитесь в поддержку',
  },
} as const;
