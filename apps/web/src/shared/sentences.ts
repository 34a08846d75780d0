/** Every sentence about a failure that the web side says by itself; the server's own sentences come with its answers. */
export const sentences = {
  validation: {
    emailMissing: 'Введите e-mail',
    emailInvalid: 'Введите корректный e-mail',
    passwordMissing: 'Введите пароль',
    passwordShort: 'Пароль должен содержать не менее 8 символов',
    repeatDiffers: 'Повторный пароль не совпадает',
  },
  signIn: {
    server: 'Ошибка сервера, повторите запрос',
    email: 'Неверный e-mail',
    invalid: (error: string) => `Неверный запрос: ${error}`,
    credentials: 'Неверный e-mail или пароль',
    denied: (error: string) => `Доступ запрещён: ${error}`,
    tooMany: (minutes: number) => `Слишком много попыток входа. Повторите через ${minutes} мин`,
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
    patientAbsentWhy: 'Карточки пациента не существует.',
    browser:
      'В этом браузере портал может работать неправильно. Рекомендуем Chrome, Яндекс.Браузер или Edge.',
    failed: 'Не удалось показать страницу',
    noAnswer: 'Сервер не отвечает. Проверьте соединение с интернетом и повторите.',
    server: 'Произошла ошибка сервера. Повторите запрос',
    unknown:
      'Произошла непредвиденная ошибка. Обновите страницу, а если не поможет, сообщите администратору.',
  },
  banner: {
    wrongType: 'Нужен файл PNG или JPEG. Картинка убрана.',
    tooLarge: 'Картинка больше 4 МБ. Уменьшите её или выберите другую.',
    tooWide: 'Картинка слишком большая: не больше 8000 точек по каждой стороне.',
    unreadable: 'Не удалось прочитать картинку. Выберите другую.',
  },
  colleagues: {
    whom: 'Выберите врача из списка или введите его e-mail',
    shared: 'Врачу на почту придет письмо с пациентом',
    requested: 'Запрос отправлен успешно',
  },
  schedule: {
    slotMissing: 'Выберите центр, дату и время',
  },
  common: {
    later: 'Произошла ошибка. Попробуйте позже',
    support: 'Непредвиденная ошибка. Обратитесь в поддержку',
  },
} as const;
