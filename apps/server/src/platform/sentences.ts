import { accountSentences } from './account-sentences.ts';
import { messageSentences } from './message-sentences.ts';
import { scheduleSentences } from './schedule-sentences.ts';
import { centreSentences } from './centre-sentences.ts';
import { missingField } from './missing-field.ts';
import { uploadSentences } from './upload-sentences.ts';
import { visitFields } from './visit-sentences.ts';
import { volumeSentences } from './volume-sentences.ts';

/**
 * All sentences of the server for users, except those about URLs of the store and ZIP files, which are beside their
 * code.
 */
export const sentences = {
  serverError: 'Произошла ошибка сервера. Повторите запрос',
  portalUnavailable: 'Портал временно недоступен. Подождите минуту и повторите',
  signInFirst: 'Войдите в личный кабинет, чтобы продолжить',
  forbidden: 'У вас нет прав на это действие',
  crossSite: 'Запрос пришёл с другого сайта и отклонён',
  badHost: 'Адрес портала в запросе записан неверно',
  noSuchEndpoint: 'Такого адреса нет',
  badBody: 'Тело запроса повреждено: ожидается JSON',
  tooLarge: 'Данных слишком много. Отправьте их по частям',
  bodyTooSlow: 'Данные передавались слишком долго. Проверьте связь и повторите',
  wrongType: 'Неподдерживаемый тип данных: отправьте JSON',
  oneTimePasswordUsed:
    'Пароль из письма уже использован для входа. Задайте свой пароль по ссылке «Забыли пароль?» на странице входа',
  oneTimePasswordExpired:
    'Срок действия пароля из письма истёк. Задайте свой пароль по ссылке «Забыли пароль?» на странице входа',
  ...accountSentences,
  tooManyResets: 'Слишком много запросов на восстановление пароля. Повторите позже',
  badEmail: 'Введите e-mail в виде name@example.ru',

  noDoctor: 'Клиент не найден',
  noPatient: 'Пациент не найден',
  noStudy: 'Исследование не найдено',
  noUpload: 'Загрузка не найдена',
  noPicture: 'У этого исследования нет снимка для показа',
  planNotWritten: 'Не удалось составить PDF: картинки плана не читаются. Повторите попытку',
  noProtest: 'Такого замечания нет',
  noVolumeForArch: 'У этого исследования нет объёма, в котором можно провести дугу',
  imagesArchived: 'Исследование в архиве. Восстановите его, чтобы открыть снимки',
  archChanged: 'Дуга уже исправлена в другом окне. Откройте просмотр заново',
  archOutside: 'Точки дуги лежат за пределами снимка',
  archTooShort: 'Дуга слишком короткая',
  /** Sentences that say why there is no panorama, by the stored reason. */
  panorama: {
    never: 'Панорама ещё не построена',
    failed: 'Не удалось построить панораму',
    'no-series': 'В файлах нет серии срезов',
    'too-few-slices': 'Срезов слишком мало, чтобы построить панораму',
    'different-slices': 'Срезы разного размера, объём из них не построить',
    'no-spacing': 'В файлах не указан размер пикселя, панораму не построить',
    'no-places': 'В файлах не указано, где лежат срезы, панораму не построить',
    gaps: 'Части срезов не хватает, панораму не построить',
    'no-bone': 'На снимке не видно костей и зубов',
    'not-sure': 'Зубная дуга не найдена: зубов или челюстей на снимке может не быть',
  },
  drawArch: 'Если они видны, проведите дугу в онлайн-просмотре',
  patientForbidden: 'У вас нет прав на просмотр этого пациента',
  emailTaken: 'Учётная запись с таким e-mail уже есть',
  birthdayInFuture: 'Дата рождения ещё не наступила. Проверьте год',
  noShare: 'Ссылка на исследование не найдена',
  accessExists: 'Такая ссылка уже выдана. Закройте окно и выдайте снимок ещё раз',
  studyMovedMeanwhile: 'Исследование перенесли в другую карточку. Обновите страницу и проверьте пациента',
  accessReplaced: 'Эту ссылку уже отозвали или выдали заново. Обновите страницу',
  shareGone: 'Запрошенная страница не найдена',
  shareTokenMissing: 'Откройте исследование по ссылке из письма',
  sharePINMissing: 'Введите ПИН-код, который сообщил центр',
  sharePINWrong: (triesLeft: number) => `Неверный ПИН-код. Осталось попыток: ${triesLeft}`,
  sharePINLocked: 'ПИН-код слишком много раз введён неверно. Повторите позже',
  tooManyShareTries: 'Слишком много обращений по неверным ссылкам. Повторите позже',
  noLetter: 'Такого письма нет',
  ...messageSentences,
  shareNotDone: 'Поделиться можно только выполненным исследованием',
  shareNoViewer: 'Права (flags): онлайн-просмотр для внешних ссылок отключён',
  shareExpired: 'Срок действия ссылки истёк. Создайте новую',
  shareTokenUnreadable: 'Эту ссылку больше нельзя показать: ключ портала сменился. Создайте новую',
  sharedFilesUnavailable: 'Файлы исследования сейчас недоступны. Обратитесь в диагностический центр',
  noKeyImage: 'Такого ключевого снимка нет',
  noLayout: 'Такой раскладки нет',
  tooManyLayouts: 'Сохранено уже двадцать раскладок. Удалите лишние',
  noAnnotationVersion: 'Такой версии разметки нет',
  tooManyKeyImages: 'У исследования уже сто ключевых снимков. Удалите лишние',
  viewerTicketMissing: 'Откройте просмотр из карточки исследования',
  viewerSessionOver: 'Доступ закрыт, или время просмотра истекло. Откройте исследование заново',
  viewerStudyNotDone: 'Исследование ещё не готово к просмотру',
  viewerStudyArchived: 'Исследование в архиве. Восстановите его, чтобы посмотреть',
  viewerNoImages:
    'В файлах исследования нет снимков, которые можно показать. Файлы есть в скачиваемом архиве',
  desktopsFull: 'Все рабочие места сейчас заняты. Попробуйте через несколько минут',
  renditionFailed: 'Не удалось подготовить снимки к просмотру. Откройте исследование ещё раз',
  ...volumeSentences,
  viewerTruncated: 'Снимков слишком много, показаны не все. Остальные есть в скачиваемом архиве',
  noSeries: 'Такой серии или таких снимков нет',
  annotationsChangedElsewhere: 'Отметки изменены в другом окне. Обновите страницу, чтобы увидеть их',

  noGrant: 'Такого запроса нет. Сверьте код с тем, который показывает программа',
  grantStatus: {
    issued: 'Запрос ещё не разрешён: отзывать нечего',
    granted: 'Этот запрос уже разрешён',
    declined: 'Этот запрос уже отклонён',
    authorized: 'Этот запрос уже разрешён, программа получила доступ',
    revoked: 'Доступ по этому запросу уже отозван',
    expired: 'Срок действия запроса истёк. Начните вход в программе заново',
  },
  tooManyUserCodes: 'Слишком много неверных кодов. Повторите позже',
  tooManyMessages: 'Слишком много сообщений подряд. Повторите позже',
  tooManyTokens: 'Слишком много обращений с неверным ключом доступа. Повторите позже',
  programTokenInvalid:
    'Доступ программы отозван, истёк или закончился вместе со сменой пароля. Войдите в программе ещё раз',

  ...centreSentences,

  resetTokenInvalid: 'Ссылка для восстановления пароля недействительна или устарела. Запросите новую',
  passwordsDiffer: 'Повторный пароль не совпадает',
  passwordShort: 'Пароль должен содержать не меньше 8 символов',
  passwordLong: 'Пароль должен содержать не больше 200 символов',
  passwordNoLowercase: 'Пароль должен содержать строчную букву (кириллица или латиница)',
  passwordNoUppercase: 'Пароль должен содержать заглавную букву (кириллица или латиница)',
  passwordNoDigit: 'Пароль должен содержать цифру',
  passwordSimple: 'Пароль слишком простой, его легко подобрать. Придумайте другой',
  passwordSame: 'Это и есть пароль из письма. Придумайте другой',
  passwordChosen: 'Пароль уже задан. Сменить его можно по ссылке «Забыли пароль?» на странице входа',
  passwordControl: 'Пароль содержит недопустимые символы',

  studyNotInWork: 'Загружать файлы можно только в исследование, которое в работе',
  studyNotDone: 'Исследование ещё не готово к скачиванию',
  studyArchived: 'Исследование в архиве. Сначала восстановите его',
  studyNotDoneToArchive: 'В архив переносится только выполненное исследование',
  noColdStore: 'Архив отключён: исследования остаются в основном хранилище',
  tooManyFilters: 'Сохранено уже 20 фильтров. Удалите ненужные',
  tooManySearches: 'Слишком много поисков за час. Повторите позже',
  tooManyDownloads: 'За час скачано слишком много исследований. Повторите позже',
  tooManyRows: 'Для XLSX слишком много строк. Выберите месяц или сохраните список как CSV',
  noFilter: 'Фильтр не найден',
  studyNotArchived: 'Восстановить можно только исследование, которое в архиве',
  studyAlreadyRestoring: 'Исследование уже восстанавливается',
  studyNeedsNoFiles: 'Исследование восстанавливается из архива, загружать файлы не нужно',
  studyNotDeletable:
    'Удалить исследование можно до публикации или в течение 24 часов после неё. Срок удаления прошёл',
  patientNotDeletable: 'Удалить можно только карточку без исследований',

  shareWithWhom: 'Выберите врача или введите его e-mail',
  shareWithOneself: 'Это ваш собственный пациент: выберите другого врача',
  alreadyShared: 'Этому врачу пациент уже доступен',
  noSuchColleague:
    'Врача с таким e-mail нет в портале. Проверьте адрес или попросите центр завести ему кабинет',
  noColleague: 'Врач не найден',
  tooManyShares: 'Слишком много адресов подряд. Повторите позже',
  tooManyRequests: 'Слишком много запросов подряд. Повторите позже',
  accessAlreadyGranted: 'У вас уже есть доступ к этому пациенту',
  accessDeclined: 'Ваш запрос отклонён. Обратитесь к врачу напрямую',
  noRequest: 'Такого запроса нет',

  ...scheduleSentences,

  noDialog: 'Клиент для переписки не найден',
  noMessage: 'Сообщение не найдено',
  messageTextDiffers: 'Под этим номером (messageUUID) уже отправлено другое сообщение',

  copyTargetMissing: 'Выберите пациента или создайте копию карточки',
  copyOtherClient: 'Этот пациент принадлежит другому клиенту',
  copySamePatient: 'Исследование уже принадлежит этому пациенту',

  uploadClosed: 'Эта загрузка уже завершена',
  ...uploadSentences,
  noFinalFiles: 'finalFiles: перечислите загруженные файлы',
  fileNeverRegistered: (name: string) => `Файл «${name}» не был зарегистрирован в этой загрузке`,
  fileIncomplete: (name: string) => `Файл «${name}» загружен не полностью. Загрузите его ещё раз`,
  fileOfRevoked: (name: string) =>
    `Файл «${name}» отправлен с учётной записи, доступ которой закрыт. Загрузите его ещё раз`,
  fileReplaced: (name: string) =>
    `Файл «${name}» изменился после завершения загрузки. Отправьте снимки ещё раз`,
  fileSizeDiffers: (name: string) => `Файл «${name}» загружен с другим размером. Загрузите его ещё раз`,
  fileNotInParts: (name: string) => `Файл «${name}» загружается целиком, а не частями`,
  fileDiffers: (name: string) =>
    `Под именем «${name}» уже загружен другой файл того же размера. Обновите страницу и выберите файлы заново`,
  noSuchPart: (last: number) => `Номер части (number): последняя часть этого файла ${last}`,
  partNotSmaller: 'Длина сжатой части (deflatedBytes) должна быть меньше длины самой части',
  partNotInflated: 'Хранилище не принимает сжатые части: отправьте часть без сжатия',
  partCountDiffers: (parts: number) =>
    `Контрольные суммы (checksums): у этого файла ${parts}, по одной на часть`,

  noImages: 'В файлах нет снимков. Нужны DICOM, для рентгена также JPEG или PNG.',
  noVolume: 'В файлах нет снимков. Для КЛКТ нужна серия DICOM.',
  unreadable: (name: string) => `Файл «${name}» не удалось прочитать как снимок`,
  dicomParameter: (name: string) => `Неверное значение параметра ${name}`,
  dicomNameTooShort: 'Введите не меньше трёх букв имени',
  dicomNotFound: 'Исследование, серия или снимок не найдены',
  dicomNotAcceptable: 'В таком виде данные не выдаются: см. заголовок Accept',
  dicomMetadataPending: 'Данные исследования готовятся. Повторите запрос через несколько секунд',
  dicomUnreadable: 'Снимок не удалось прочитать',
  processingFailed:
    'Не удалось обработать загрузку. Файлы сохранены: повторите загрузку или обратитесь к администратору',
} as const;

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
  const own = params.params as
    { code?: string; characters?: number; params?: { characters?: number } } | undefined;
  if (code === 'invalid_type') return 'неверный тип значения';
  if (code === 'too_small')
    return params.origin === 'string' ? 'слишком короткое значение' : 'слишком маленькое значение';
  if (code === 'too_big') return 'слишком большое значение';
  if (own?.code === 'too_big') return `не больше ${own.params?.characters} символов`;
  if (own?.code === 'birthday') return 'не раньше 01.01.1900';
  if (own?.code === 'filename')
    return 'нужен относительный путь без «..», не длиннее 1024 байт, с разделителем «/»';
  if (own?.code === 'website') return 'введите адрес сайта, например https://clinic.ru';
  if (field === 'pin') return own?.code === 'guessable' ? 'слишком легко угадать' : 'нужно от 4 до 8 цифр';
  if (/^(email|recipientEmails)$/.test(field)) return 'введите адрес в виде name@example.ru';
  if (own?.code === 'hours-order') return 'начало должно быть раньше конца';
  if (own?.code === 'days-order') return 'конец должен быть позже начала';
  if (own?.code === 'range-too-long') return 'не больше года';
  if (own?.code === 'hours-overlap') return 'интервалы одного дня не должны пересекаться';
  if (/^(phones?|patientPhone)$/.test(field)) return 'введите номер, например +79991234567';
  if (code === 'invalid_value') return 'недопустимое значение';
  if (code === 'invalid_format')
    return params.format === 'date' ? 'нужна дата в виде ГГГГ-ММ-ДД' : 'неверный формат';
  return 'недопустимое значение';
};
