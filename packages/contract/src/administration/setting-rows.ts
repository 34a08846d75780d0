import type { SettingRow } from './setting-kinds.ts';

const MAIL = 'Почта';
const ADDRESS = 'Адрес и время';
const BACKUP = 'Резервные копии';
const UPDATES = 'Обновления';
const STORAGE = 'Хранение исследований';
const ACCESS = 'Вход и доступ';
const FEATURES = 'Разделы и возможности';
const LIMITS = 'Ограничения';

/** Where the certificate of the portal comes from. */
export const TLS_CHOICES = [
  ['off', 'у прокси, или не нужен'],
  ['acme', 'бесплатный, от Let’s Encrypt'],
  ['files', 'свой, из файлов на сервере'],
] as const;

const restart = 'restart' as const;
const onOff = { kind: 'switch' } as const;

/** The settings that administrators can change in the browser, in the order of the page. All others only have their environment variable. */
export const SETTINGS = [
  {
    name: 'MAIL_URL',
    label: 'Почтовый сервер',
    explanation: 'Через него портал отправляет письма. Без него письма складываются в файлы на сервере.',
    group: MAIL,
    value: { kind: 'mail-server' },
    effect: 'at-once',
    isSecret: true,
  },
  {
    name: 'MAIL_FROM',
    label: 'Отправитель писем',
    explanation: 'Например, Снимок <portal@center.ru>. Почтовый сервер должен разрешать этот адрес.',
    group: MAIL,
    value: { kind: 'sender' },
    effect: 'at-once',
  },
  {
    name: 'PUBLIC_URL',
    label: 'Адрес портала',
    explanation:
      'С этого адреса начинаются ссылки в письмах. Если портал открывают из интернета, нужен адрес с https://.',
    group: ADDRESS,
    value: { kind: 'web-address' },
    effect: restart,
  },
  {
    name: 'TLS',
    label: 'Сертификат для https',
    explanation:
      'Без прокси портал отвечает по https сам, на портах 443 и 80. Бесплатный сертификат он получает и продлевает без вашего участия, если адрес портала открывается из интернета.',
    group: ADDRESS,
    value: { kind: 'choice', choices: TLS_CHOICES },
    effect: restart,
    hint: 'адрес портала должен начинаться с https://; для бесплатного сертификата в нём нужно имя, а для своего — оба файла',
  },
  {
    name: 'TLS_CERTIFICATE',
    label: 'Файл сертификата',
    explanation: 'Файл PEM на сервере: сертификат и цепочка. Новый файл портал замечает сам.',
    group: ADDRESS,
    value: { kind: 'file' },
    onlyWith: { name: 'TLS', value: 'files' },
    effect: restart,
  },
  {
    name: 'TLS_KEY',
    label: 'Файл ключа сертификата',
    explanation: 'Файл PEM на сервере, без пароля.',
    group: ADDRESS,
    value: { kind: 'file' },
    onlyWith: { name: 'TLS', value: 'files' },
    effect: restart,
  },
  {
    name: 'TIME_ZONE',
    label: 'Часовой пояс центра',
    explanation: 'Например, Europe/Moscow или Asia/Yekaterinburg. По нему считаются даты и время приёма.',
    group: ADDRESS,
    value: { kind: 'time-zone' },
    effect: restart,
  },
  {
    name: 'BACKUP_FOLDER',
    label: 'Папка резервных копий',
    explanation: 'Папка на сервере, лучше на другом диске. Без неё копии по расписанию не делаются.',
    group: BACKUP,
    value: { kind: 'folder' },
    effect: restart,
  },
  {
    name: 'BACKUP_TIME',
    label: 'Время резервной копии',
    explanation: 'Каждый день в это время, по часам центра.',
    group: BACKUP,
    value: { kind: 'time' },
    effect: restart,
  },
  {
    name: 'BACKUP_KEEP',
    label: 'Хранить резервных копий',
    explanation: 'Более старые удаляются. Одинаковые файлы копии хранят один раз.',
    group: BACKUP,
    value: { kind: 'count', least: 1, most: 99_999 },
    effect: restart,
  },
  {
    name: 'UPDATE_SOURCE',
    label: 'Источник обновлений',
    explanation:
      'Адрес https:// или папка на сервере с новейшим выпуском портала. Устанавливаются только выпуски, подписанные ключом из пакета. Обновить портал можно на странице «Состояние портала». Действует сразу.',
    group: UPDATES,
    value: { kind: 'update-source' },
    effect: 'at-once',
  },
  {
    name: 'UPLOAD_MAX_AGE',
    label: 'Исследование доступно',
    explanation: 'По истечении этого срока исследование переносится в архив, из которого его можно вернуть.',
    group: STORAGE,
    value: { kind: 'duration', unit: 'day' },
    effect: restart,
  },
  {
    name: 'RETENTION_FROM',
    label: 'Срок отсчитывается',
    explanation: 'От какого дня считается срок доступности исследования.',
    group: STORAGE,
    value: {
      kind: 'choice',
      choices: [
        ['published', 'от загрузки'],
        ['examined', 'от дня съёмки'],
      ],
    },
    effect: restart,
  },
  {
    name: 'UPLOAD_MAX_BYTES',
    label: 'Наибольший размер одной загрузки',
    explanation: 'Большие загрузки портал не принимает.',
    group: STORAGE,
    value: { kind: 'size' },
    effect: restart,
  },
  {
    name: 'MFA',
    label: 'Подтверждение входа',
    explanation: 'Кому нужен второй шаг при входе: код из приложения или ключ доступа.',
    group: ACCESS,
    value: {
      kind: 'choice',
      choices: [
        ['optional', 'по желанию'],
        ['assistants', 'обязательно сотрудникам центра'],
        ['all', 'обязательно всем'],
        ['off', 'не используется'],
      ],
    },
    effect: restart,
  },
  {
    name: 'SESSION_MAX_AGE',
    label: 'Сеанс длится не дольше',
    explanation: 'После этого нужно войти снова.',
    group: ACCESS,
    value: { kind: 'duration', unit: 'hour' },
    effect: restart,
  },
  {
    name: 'SESSION_IDLE',
    label: 'Сеанс без действий длится',
    explanation: 'После этого времени без действий портал выходит сам. Пусто: не выходит.',
    group: ACCESS,
    value: { kind: 'duration', unit: 'minute', canBeOff: true },
    effect: restart,
  },
  {
    name: 'SHARE_MAX_AGE',
    label: 'Ссылка на исследование действует',
    explanation: 'Срок ссылок, которые отправляют коллегам без учётной записи.',
    group: ACCESS,
    value: { kind: 'duration', unit: 'day' },
    effect: restart,
  },
  {
    name: 'PATIENT_ACCESS_MAX_AGE',
    label: 'Ссылка пациента действует',
    explanation: 'Срок ссылок, которые выдают пациентам.',
    group: ACCESS,
    value: { kind: 'duration', unit: 'day' },
    effect: restart,
  },
  {
    name: 'CHAT_ENABLED',
    label: 'Чат с клиентами',
    explanation: 'Раздел «Чаты» у центра и «Чат с оператором» у клиентов.',
    group: FEATURES,
    value: onOff,
    effect: restart,
  },
  {
    name: 'SCHEDULE_ENABLED',
    label: 'Расписание и запись',
    explanation: 'Раздел «Расписание» и запись на исследования.',
    group: FEATURES,
    value: onOff,
    effect: restart,
  },
  {
    name: 'STUDY_REPORT_ENABLED',
    label: 'Отчёт с панорамой',
    explanation: 'Кнопка «Отчёт» у исследования.',
    group: FEATURES,
    value: onOff,
    effect: restart,
  },
  {
    name: 'STUDY_EXTERNAL_SHARE_ENABLED',
    label: 'Ссылки на исследования',
    explanation: 'Ссылки для коллег и пациентов. Если выключить, не открываются и прежние ссылки.',
    group: FEATURES,
    value: onOff,
    effect: restart,
  },
  {
    name: 'DOCTOR_EXTERNAL_SHARE_ENABLED',
    label: 'Ссылки от врачей',
    explanation: 'Врачи сами отправляют ссылки на исследования своих пациентов.',
    group: FEATURES,
    value: onOff,
    effect: restart,
  },
  {
    name: 'PATIENT_REMINDER_HOURS',
    label: 'Напоминание пациенту',
    explanation: 'За сколько часов до визита напоминать.',
    group: FEATURES,
    value: { kind: 'count', least: 1, most: 168 },
    effect: restart,
  },
  {
    name: 'BOOKING_MAX_OPEN',
    label: 'Записей одного клиента',
    explanation: 'Сколько будущих записей может быть у одного клиента.',
    group: LIMITS,
    value: { kind: 'count', least: 1, most: 100_000 },
    effect: restart,
  },
  {
    name: 'SEARCHES_HOURLY',
    label: 'Поисков в час',
    explanation: 'Сколько раз в час может искать одна учётная запись.',
    group: LIMITS,
    value: { kind: 'count', least: 1, most: 999_999_999 },
    effect: restart,
  },
  {
    name: 'DOWNLOADS_HOURLY',
    label: 'Исследований в час',
    explanation: 'Файлы скольких исследований может скачать за час одна учётная запись.',
    group: LIMITS,
    value: { kind: 'count', least: 1, most: 999_999_999 },
    effect: restart,
  },
  {
    name: 'ALERT_STUDIES_HOURLY',
    label: 'Предупреждать об открытых за час исследованиях',
    explanation: 'Если учётная запись откроет больше, администраторы получат предупреждение. 0: не следить.',
    group: LIMITS,
    value: { kind: 'count', least: 0, most: 999_999 },
    effect: restart,
  },
] as const satisfies readonly SettingRow[];

type SettingName = (typeof SETTINGS)[number]['name'];

export const SETTING_NAMES = SETTINGS.map(({ name }) => name) as [SettingName, ...SettingName[]];
