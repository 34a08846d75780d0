/** Sentences about the banner and the identity of the centre. */
export const centreSentences = {
  bannerImageType: 'Картинка (image): нужен файл PNG или JPEG',
  bannerImageTooLarge: 'Картинка больше 4 МБ. Уменьшите её или выберите другую',
  bannerImageSide: 'Картинка (image): не больше 8000 точек по каждой стороне',

  identityChanged: 'Данные центра уже изменил другой сотрудник. Обновите страницу',
  logoType: 'Логотип (logo): нужна картинка PNG, JPEG или WebP',
  logoTooLarge: 'Логотип больше 1 МБ. Уменьшите его или выберите другой',
  logoUnreadable: 'Картинка логотипа повреждена или слишком велика. Выберите другую',
  noLogo: 'Логотипа нет',
};
