export const sentences = {
  desktopsFull: 'Все рабочие места сейчас заняты. Попробуйте через несколько минут',
} as const;
