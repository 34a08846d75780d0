export const sentences = {
  noPatient: 'Пациент не найден',
  patientForbidden: 'У вас нет прав на просмотр этого пациента',
  birthdayInFuture: 'Дата рождения ещё не наступила. Проверьте год',
} as const;
