import { missingField } from './missing-field.ts';
import { sentences } from './sentences.ts';

/** The names of the fields of bookings in the sentences about invalid input. */
const visitFields = {
  patientBirthday: 'Дата рождения пациента',
  patientEmail: 'E-mail пациента',
  reminderAgreed: 'Согласие на сообщения',
};

/** Names of fields in sentences; other fields are called by their names in the contract. */
const fieldNames: Record<string, string> = {
  name: 'Имя',
  email: 'E-mail',
  recipientEmails: 'E-mail получателя',
  featureFlags: 'Возможности клиента',
  sex: 'Пол',
  birthday: 'Дата рождения',
  phone: 'Телефон',
  studyType: 'Тип исследования',
  comment: 'Комментарий',
  text: 'Текст',
  image: 'Картинка',
  password: 'Пароль',
  repeat_password: 'Повторный пароль',
  filename: 'Имя файла',
  filesize: 'Размер файла',
  finalFiles: 'Список файлов',
  inParts: 'Загрузка частями',
  parts: 'Части файла',
  number: 'Номер части',
  checksum: 'Контрольная сумма части',
  bundles: 'Пакеты файлов',
  files: 'Файлы',
  sizeBytes: 'Размер пакета',
  sentBytes: 'Размер файла в пакете',
  method: 'Способ сжатия',
  crc32: 'Контрольная сумма CRC-32',
  sha256: 'Контрольная сумма SHA-256',
  checksums: 'Контрольные суммы',
  query: 'Строка поиска',
  flags: 'Права',
  pin: 'ПИН-код',
  patientName: 'ФИО пациента',
  patientPhone: 'Телефон пациента',
  ...visitFields,
  studyComment: 'Комментарий к исследованию',
  address: 'Адрес',
  capacity: 'Пациентов одновременно',
  slotMinutes: 'Длительность приёма, мин',
  hours: 'Часы работы',
  from: 'Начало интервала',
  to: 'Конец интервала',
  breaks: 'Перерывы',
  bufferMinutes: 'Пауза между приёмами, мин',
  leadHours: 'Закрыть запись за, часов',
  horizonDays: 'Запись вперёд, дней',
  rubles: 'Цена, рублей',
  seats: 'Места',
  prices: 'Цены',
  preparation: 'Подготовка',
  firstDate: 'Первый день',
  lastDate: 'Последний день',
  reason: 'Причина',
  messageIDs: 'Прочитанные сообщения',
  messageUUID: 'Номер сообщения',
};

interface Issue {
  path: string[];
  code: string;
  params: Record<string, unknown>;
  /** Zod's message; only the message distinguishes an absent field from one of a wrong type */
  message: string;
}

/** The sentence for an invalid field: what to do if it is empty, otherwise its name and what is expected. */
export const fieldSentence = ({ path, code, params, message }: Issue): string => {
  const field = path.findLast((step) => step !== '' && !/^\d+$/.test(step));
  if (field === undefined) return sentences.badBody;
  const fieldName = fieldNames[field];
  const isEmpty = code === 'too_small' && params.origin === 'string' && params.minimum === 1;
  if (isEmpty || message.endsWith('received undefined')) return missingField(field, fieldName);
  return `${fieldName ? `${fieldName} (${field})` : field}: ${expectation(field, code, params)}`;
};

const expectation = (field: string, code: string, params: Record<string, unknown>): string => {
  const own = params.params as { code?: string; params?: { characters?: number } } | undefined;
  if (code === 'invalid_type') return 'неверный тип значения';
  if (code === 'too_small')
    return params.origin === 'string' ? 'слишком короткое значение' : 'слишком маленькое значение';
  if (code === 'too_big') return 'слишком большое значение';
  if (own?.code === 'too_big') return `не больше ${own.params?.characters} символов`;
  const known = ofRules[own?.code ?? ''] ?? ofFields[field];
  if (known !== undefined) return known;
  if (code !== 'invalid_format') return 'недопустимое значение';
  return params.format === 'date' ? 'нужна дата в виде ГГГГ-ММ-ДД' : 'неверный формат';
};

/** What is expected, by the `code` that a `refine` of the contract gives. */
const ofRules: Partial<Record<string, string>> = {
  birthday: 'не раньше 01.01.1900',
  filename: 'нужен относительный путь без «..», не длиннее 1024 байт, с разделителем «/»',
  website: 'введите адрес сайта, например https://clinic.ru',
  guessable: 'слишком легко угадать',
  'hours-order': 'начало должно быть раньше конца',
  'days-order': 'конец должен быть позже начала',
  'range-too-long': 'не больше года',
  'hours-overlap': 'интервалы одного дня не должны пересекаться',
};

const email = 'введите адрес в виде name@example.ru';
const phone = 'введите номер, например +79991234567';

/** What is expected, by the name of the field. */
const ofFields: Partial<Record<string, string>> = {
  pin: 'нужно от 4 до 8 цифр',
  email,
  recipientEmails: email,
  phone,
  phones: phone,
  patientPhone: phone,
};
