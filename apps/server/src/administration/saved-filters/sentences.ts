export const sentences = {
  tooManyFilters: 'Сохранено уже 20 фильтров. Удалите ненужные',
  noFilter: 'Фильтр не найден',
} as const;
