export const sentences = {
  viewerStudyNotDone: 'Исследование ещё не готово к просмотру',
  viewerStudyArchived: 'Исследование в архиве. Восстановите его, чтобы посмотреть',
  studyArchived: 'Исследование в архиве. Сначала восстановите его',
} as const;
