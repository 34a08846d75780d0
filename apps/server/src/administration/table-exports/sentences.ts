export const sentences = {
  tooManyRows: 'Для XLSX слишком много строк. Выберите месяц или сохраните список как CSV',
} as const;
