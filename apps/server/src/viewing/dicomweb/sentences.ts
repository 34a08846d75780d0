export const sentences = {
  dicomNotAcceptable: 'В таком виде данные не выдаются: см. заголовок Accept',
  dicomParameter: (name: string) => `Неверное значение параметра ${name}`,
  dicomNameTooShort: 'Введите не меньше трёх букв имени',
  dicomNotFound: 'Исследование, серия или снимок не найдены',
  dicomMetadataPending: 'Данные исследования готовятся. Повторите запрос через несколько секунд',
  dicomUnreadable: 'Снимок не удалось прочитать',
} as const;
