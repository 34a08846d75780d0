/** The sentences of this module that no other one needs. */
export const sentences = {
  missedTooEarly: (minutes: number) =>
    `Неявку можно отметить через ${minutes} минут после времени записи. Пациент может опаздывать`,
};
