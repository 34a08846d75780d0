export const sentences = {
  identityChanged: 'Данные центра уже изменил другой сотрудник. Обновите страницу',
  logoType: 'Логотип (logo): нужна картинка PNG, JPEG или WebP',
  logoTooLarge: 'Логотип больше 1 МБ. Уменьшите его или выберите другой',
  logoUnreadable: 'Картинка логотипа повреждена или слишком велика. Выберите другую',
  noLogo: 'Логотипа нет',
} as const;
