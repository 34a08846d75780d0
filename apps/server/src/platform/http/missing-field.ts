/** What to do about an empty field. The sentence for a field that is not listed contains the field's name. */
const actions: Record<string, string> = {
  name: 'Введите имя',
  patientName: 'Введите ФИО пациента',
  email: 'Введите e-mail',
  recipientEmails: 'Введите e-mail получателя',
  phone: 'Введите телефон',
  patientPhone: 'Введите телефон пациента',
  password: 'Введите пароль',
  repeat_password: 'Повторите пароль',
  pin: 'Введите ПИН-код',
  sex: 'Выберите пол',
  birthday: 'Укажите дату рождения',
  studyType: 'Выберите тип исследования',
  comment: 'Введите комментарий',
  studyComment: 'Введите комментарий к исследованию',
  text: 'Введите текст',
  query: 'Введите строку поиска',
  address: 'Введите адрес',
  reason: 'Укажите причину',
};

/** For example «Введите ФИО пациента (patientName)». The web app removes the contract's name in brackets. */
export const missingField = (field: string, fieldName: string | undefined): string => {
  const action = actions[field];
  if (action) return `${action} (${field})`;
  return fieldName ? `Заполните поле «${fieldName}» (${field})` : `Заполните поле ${field}`;
};
