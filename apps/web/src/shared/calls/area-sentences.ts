/** The failure sentences of single areas, as in sentences.ts. */
export const areaSentences = {
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
  upload: {
    closedStore:
      'Хранилище не принимает файлы с этого адреса портала. Сообщите администратору: его нужно настроить.',
  },
} as const;
