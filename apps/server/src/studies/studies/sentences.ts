export const sentences = {
  noStudy: 'Исследование не найдено',
  noPicture: 'У этого исследования нет снимка для показа',
  studyNotDone: 'Исследование ещё не готово к скачиванию',
  viewerStudyNotDone: 'Исследование ещё не готово к просмотру',
  viewerStudyArchived: 'Исследование в архиве. Восстановите его, чтобы посмотреть',
  studyArchived: 'Исследование в архиве. Сначала восстановите его',
  examinationChanged: (now: string | null) =>
    `Дату съёмки тем временем изменили (теперь: ${now ?? 'неизвестна'}). Проверьте её и сохраните ещё раз`,
  examinationTooEarly: 'Дата съёмки не может быть раньше 1900 года',
  examinationInFuture: 'Дата съёмки не может быть в будущем',
  examinationBeforeBirth: 'Дата съёмки раньше даты рождения пациента',
} as const;
