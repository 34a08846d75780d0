/** Sentences about own bookings of clients and about visits of patients, as the web app shows them. */
export const visitSentences = {
  over: 'Время этой записи уже наступило: изменить её нельзя',
  gone: 'Ссылка больше не действует: визит прошёл или ссылка скопирована не полностью. Позвоните в центр',
  noAddress: 'E-mail пациента: без адреса сообщение не отправить (patientEmail)',
  tooManyTries: 'Слишком много попыток. Повторите через 15 минут или позвоните в центр',
} as const;

/** The names of the fields of bookings in the sentences about invalid input. */
export const visitFields = {
  patientBirthday: 'Дата рождения пациента',
  patientEmail: 'E-mail пациента',
  reminderAgreed: 'Согласие на сообщения',
};
