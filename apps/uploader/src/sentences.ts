import { counted } from '@snimok/api-client/format-numbers';

/** The fields of a delivery that its sentence needs; declared here because the ledger imports this file. */
interface DeliveryOutcome {
  studyUID: string;
  number: number;
  state: string;
  patientID: number | null;
  studyID: number | null;
  note: string | null;
}

const files = (count: number) => counted(count, 'файл', 'файла', 'файлов');
const listed = (cards: { name: string; id: number }[]) =>
  cards.map(({ name, id }) => `  ${id}  ${name}`).join('\n');

/**
 * The Russian texts of the program. Those that a service prints contain no names of people, because they are stored in
 * the journal of the operating system.
 */
export const sentences = {
  signInFirst: 'Этот компьютер не подключён к порталу. Выполните: snimok login --portal АДРЕС',
  namePortal: 'Укажите адрес портала: snimok login --portal https://…',
  wrongPortal: (address: string) => `Это не адрес портала: ${address}. Нужен вида https://snimok.example`,
  showCode: (code: string, address: string, minutes: number) =>
    `Откройте страницу и подтвердите вход:\n\n  ${address}\n\n` +
    `Код на странице должен быть таким: ${code}\n` +
    `Ждём подтверждения ${counted(minutes, 'минуту', 'минуты', 'минут')}. Прервать: Ctrl+C.`,
  signedIn: (portal: string) => `Готово: этот компьютер подключён к порталу ${portal}.`,
  declined: 'Во входе отказано: сотрудник центра отклонил запрос.',
  codeExpired: 'Время вышло: запрос никто не подтвердил. Выполните snimok login ещё раз.',
  codeUsed: 'Портал не принял код. Выполните snimok login ещё раз.',
  tooOften: 'Слишком много запросов на вход с этого адреса. Повторите через 15 минут.',
  switchedOff: 'Вход программ на этом портале выключен, или по этому адресу нет портала.',
  signedOut: (portal: string) =>
    `Этот компьютер забыл свой доступ. Чтобы отозвать его и на портале, откройте ${portal}/assistant-area/desktop-apps`,
  wasNotSignedIn: 'Этот компьютер и не был подключён к порталу.',
  signedInTo: (portal: string, version: string) => `snimok ${version}, портал ${portal}`,
  stillSignedIn: 'Доступ действует.',
  revoked:
    'Портал больше не знает этот компьютер: доступ отозван, истёк или закончился, потому что сотрудник, ' +
    'который его разрешил, сменил пароль или отключён. Ничего не потеряно. Выполните: snimok login',

  noAnswer: 'Портал не отвечает. Проверьте связь и адрес.',
  noPortal: 'Портал ответил не так, как ожидалось. Повторите позже.',
  unexpected: (status: number) => `Портал ответил ошибкой ${status}.`,
  busy: 'С этим уже работает другая программа snimok на этом компьютере.',
  interrupted: 'Прервано. Отправленное сохранено: та же команда продолжит с этого места.',
  broken: 'Непредвиденная ошибка, подробности в журнале.',

  noFile: (path: string) => `Нет такого файла или папки: ${path}`,
  noFolder: (path: string) => `Нет такой папки: ${path}`,
  nothingToSend: 'Здесь нет файлов, которые можно отправить.',
  tooManyFiles: 'Слишком много файлов для одного исследования. Упакуйте папку в ZIP.',
  tooLarge: (name: string) => `Файл «${name}» больше 5 ГБ. Разделите его на части.`,
  fileGone: 'Файл больше недоступен.',
  fileChanged: 'Файл изменился после начала отправки.',
  filesGone: 'файлы исчезли или изменились до того, как были отправлены',

  severalPatients: (cards: { patientID: number; name: string; birthday: string | null }[]) =>
    'Подходит несколько карточек. Укажите номер одной из них (--patient) или дату рождения (--birthday):\n' +
    listed(cards.map(({ patientID: id, name, birthday }) => ({ id, name: `${name}, ${birthday ?? '—'}` }))),
  noPatient:
    'Такого пациента на портале нет. Чтобы завести карточку, добавьте --doctor, --birthday ГГГГ-ММ-ДД и --sex male|female',
  newPatientNeedsDoctor: 'Для новой карточки укажите клиента: --doctor НОМЕР|"ФИО"',
  noDoctor: 'Такого клиента на портале нет.',
  severalDoctors: (doctors: { doctorID: number; name: string }[]) =>
    'Так зовут нескольких клиентов. Укажите номер:\n' +
    listed(doctors.map(({ doctorID: id, name }) => ({ id, name }))),
  sendingTo: (name: string, count: number) => `Пациент: ${name}. Отправляем ${files(count)}.`,
  processing: 'Всё отправлено. Портал обрабатывает файлы…',
  uploaded: (studyID: number, page: string) => `Готово: исследование ${studyID} на портале.\n${page}`,
  uploadedBefore: 'Эти файлы уже отправлены. Чтобы отправить их ещё раз, добавьте --again.',
  notProcessed: 'портал не смог обработать файлы',

  receiving: (host: string, port: number, aet: string) =>
    `Принимаем снимки по DICOM: ${host}, порт ${port}, AE ${aet}.`,
  cannotListen: (host: string, port: number, code: string) =>
    code === 'EADDRINUSE'
      ? `Порт ${port} уже занят: возможно, snimok receive уже работает.`
      : `Не удалось открыть порт ${port} на ${host}: ${code}`,
  watching: 'Следим за папкой. Остановить: Ctrl+C.',
  folderUnavailable: 'Папка недоступна. Ждём, пока она вернётся.',
  notDicomFiles: (count: number) => `Не снимки DICOM, не отправляются: ${files(count)}.`,
  studyRecorded: ({ studyUID, number, files: count }: { studyUID: string; number: number; files: number }) =>
    number === 1
      ? `Исследование ${studyUID}: ${files(count)}, отправляем.`
      : `Исследование ${studyUID} уже отправлено, а теперь появилось ещё: ${files(count)}. ` +
        `Отправляем отдельным исследованием (часть ${number}).`,
  alreadySent: (studyUID: string, count: number) =>
    `Исследование ${studyUID}: ${files(count)}, всё это уже отправлено раньше.`,
  supplement: 'Дополнение: эти файлы появились после отправки исследования.',
  alreadyThere: 'на портале уже есть',
  noClient: 'клиент не определён: в файлах нет его имени, а --doctor не задан',
  severalClients: 'в файлах названы разные клиенты, а --doctor не задан',
  severalClientsSoDefault: 'В файлах названы разные клиенты: отправлено клиенту по умолчанию.',
  incompleteHeader:
    'в файлах не хватает имени, даты рождения или пола. Заведите карточку, отправьте командой snimok upload, ' +
    'или задайте --unknown-patient',
  unknownPatient: 'В файлах не хватает имени, даты рождения или пола пациента.',
  revokedWaiting:
    'Доступ к порталу отозван, истёк или закончился, потому что сотрудник, который его разрешил, сменил пароль ' +
    'или отключён. Ничего не потеряно: выполните snimok login, и отправка продолжится.',
  accessRestored: 'Доступ снова есть. Продолжаем.',
  portalUnreachable: 'Портал не отвечает. Ничего не потеряно, попробуем ещё раз.',
  deliveryState: ({ studyUID, number, state, patientID, studyID, note }: DeliveryOutcome): string => {
    const what = `Исследование ${studyUID}${number > 1 ? `, часть ${number}` : ''}`;
    const where = studyID === null ? '' : ` (карточка ${patientID}, исследование ${studyID})`;
    const why = note === null ? '' : `: ${note}`;
    switch (state) {
      case 'done':
        return `${what}: на портале${where}${note === null ? '' : `. ${note}`}`;
      case 'sent':
        return `${what}: отправлено${where}, портал обрабатывает${why}`;
      case 'held':
        return `${what} ждёт вас${where}${why}`;
      case 'failed':
        return `${what} не принято${where}${why}`;
      default:
        return `${what}: отправляется${where}`;
    }
  },
};
