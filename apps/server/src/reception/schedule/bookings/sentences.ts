/** The sentences that only this module needs. */
export const sentences = {
  alreadyMoved: (to: string) => `Запись уже перенесена на ${to}. Проверьте новое время и перенесите её снова`,
  missedTooEarly: (minutes: number) =>
    `Неявку можно отметить через ${minutes} минут после времени записи. Пациент может опаздывать`,
};
