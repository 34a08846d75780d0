export const sentences = {
  noAccessAlert: 'Такого предупреждения нет',
  notSuspended: 'Вход этой учётной записи не приостановлен',
} as const;
