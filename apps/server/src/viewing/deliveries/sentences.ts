/** Texts for users about the delivery of studies to programs at their clinic. */
export const sentences = {
  noDestination: 'Такой программы нет',
  tooManyDestinations: 'Можно добавить не больше 10 программ',
  deliveryLost: 'Это исследование отправляет уже другой компьютер',
  deliveryFailed: 'Программа не приняла снимки',
} as const;
