export const sentences = {
  noProtest: 'Такого замечания нет',
} as const;
