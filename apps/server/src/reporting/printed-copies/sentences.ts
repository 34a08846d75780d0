export const sentences = {
  planNotWritten: 'Не удалось составить PDF: картинки плана не читаются. Повторите попытку',
} as const;
