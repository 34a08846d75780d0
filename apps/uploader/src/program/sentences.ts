import { counted, formatBytes, formatNumber } from '@snimok/api-client/format-numbers';
import { formatSpeed } from '@snimok/api-client/format-speed';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';

/** The fields of a delivery that its sentence needs; declared here because the ledger imports this file. */
interface DeliveryOutcome {
  studyUID: string;
  number: number;
  state: string;
  patientID: number | null;
  studyID: number | null;
  note: string | null;
}

interface RecordedOutcome {
  studyUID: string;
  number: number;
  files: number;
  sender: string | null;
}

interface HeldOutcome {
  number: number;
  type: StudyType;
  files: number;
  folder: string;
  header: { name: string | null; birthday: string | null; referringPhysician: string | null };
  why: string;
  decision: string | null;
}

interface SentOutcome {
  originalBytes: number;
  sentBytes: number;
  seconds: number;
}

/** Text of untrusted files could contain control sequences of the terminal. */
const printable = (text: string) => text.replace(/\p{C}/gu, ' ');

const personIn = ({ name, birthday }: { name: string | null; birthday: string | null }) =>
  `${printable(name ?? 'без имени')}, ${printable(birthday ?? 'без даты рождения')}`;

const heldStudy = ({ number, type, files: count, folder, header, why, decision }: HeldOutcome) =>
  [
    `${number}  ${personIn(header)}: ${STUDY_TYPES[type].hasVolume ? STUDY_TYPES[type].shortLabel : 'снимок'}, ${files(count)}`,
    ...(header.referringPhysician === null ? [] : [`   направил: ${printable(header.referringPhysician)}`]),
    `   ждёт, потому что ${why}`,
    `   файлы: ${folder}`,
    ...(decision === null ? [] : ['   решение принято; его выполнит snimok receive или watch']),
  ].join('\n');

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
  delivering: 'Ждём готовые исследования. Остановить: Ctrl+C.',
  portalUnavailable: 'Портал не отвечает, попробуем ещё раз.',
  delivered: (studyID: number, program: string, count: number) =>
    `Исследование ${studyID} передано в «${printable(program)}»: ${counted(count, 'снимок', 'снимка', 'снимков')}.`,
  notDelivered: (studyID: number, program: string, reason: string) =>
    `Исследование ${studyID} не передано в «${printable(program)}»: ${reason}.`,
  deliveryEnded: (studyID: number) => `Исследование ${studyID} больше не нужно передавать.`,
  destinationSilent: 'программа не отвечает',
  destinationRejected: 'программа не приняла снимки (запрос соединения отклонён, проверьте AE Title)',
  destinationUnsupported: 'программа не приняла снимки (не поддерживает формат снимков)',
  destinationStatus: (code: string) => `программа не приняла снимки (код ответа ${code})`,
  noInstances: 'в исследовании нет снимков DICOM',
  studyNotRead: 'файлы исследования не удалось прочитать',
  certAndKey: 'Укажите и --tls-cert, и --tls-key (файлы PEM)',
  signedIn: (portal: string) => `Готово: этот компьютер подключён к порталу ${portal}.`,
  declined: 'Во входе отказано: запрос отклонили на портале.',
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

  wrongLimit: '--limit: нужна скорость от 64kbit, например 10Mbit или 512kbit',
  wrongHours: '--hours: нужны часы от и до, например 8-20 (с 8:00 до 20:00)',
  hoursWithoutLimit:
    '--hours задаёт часы для --limit. Укажите и скорость, например --limit 10Mbit --hours 8-20',

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
  sentAt: ({ originalBytes, sentBytes, seconds }: SentOutcome) => {
    const time = `${formatNumber(Math.max(1, Math.round(seconds)))} с`;
    const speed = formatSpeed(originalBytes / Math.max(seconds, 0.001));
    if (sentBytes >= originalBytes) return `Отправлено ${formatBytes(originalBytes)} за ${time} (${speed}).`;
    const ratio = Math.round((originalBytes / Math.max(1, sentBytes)) * 10) / 10;
    const times = Number.isInteger(ratio)
      ? counted(ratio, 'раз', 'раза', 'раз')
      : `${formatNumber(ratio)} раза`;
    return (
      `Отправлено ${formatBytes(originalBytes)} за ${time} (${speed}); ` +
      `по сети ${formatBytes(sentBytes)}, сжатие в ${times}.`
    );
  },
  processing: 'Всё отправлено. Портал обрабатывает файлы…',
  uploaded: (studyID: number, page: string) => `Готово: исследование ${studyID} на портале.\n${page}`,
  uploadedBefore: 'Эти файлы уже отправлены. Чтобы отправить их ещё раз, добавьте --again.',
  notProcessed: 'портал не смог обработать файлы',
  repeatedInPortal: 'эти снимки в портале уже есть: исследование ждёт решения в портале',
  heldInPortal: 'в файлах указан другой пациент, чем в карточке: исследование ждёт решения в портале',

  receiving: (host: string, port: number, aet: string, tls: boolean) =>
    `Принимаем снимки по DICOM${tls ? ' (TLS)' : ''}: ${host}, порт ${port}, AE ${aet}.`,
  unlistedAreHeld:
    'Снимки от аппаратов, которых нет в списке --from, ждут подтверждения человека. Посмотреть их: snimok held',
  noSenders: (host: string) =>
    `По адресу ${host} программу видят другие компьютеры сети, поэтому нужен список аппаратов: ` +
    '--from AET@АДРЕС,… (например --from XRAY@192.168.1.20). ' +
    'Чтобы принимать и от остальных, но отправлять только после подтверждения, добавьте --unlisted hold. ' +
    'Если аппарат на этом же компьютере, уберите --host.',
  incompleteSenders: (host: string) =>
    `По адресу ${host} программу видят другие компьютеры сети, поэтому у каждого аппарата нужны и имя, и адрес: ` +
    '--from AET@АДРЕС,… (или --from AET,… вместе с --from-address АДРЕС,…)',
  wrongSender: (item: string) => `--from: непонятно «${item}». Нужно AET@АДРЕС, например XRAY@192.168.1.20`,
  wrongAddress: (text: string) =>
    `Непонятный адрес «${text}». Нужен IP-адрес или сеть, например 192.168.1.20 или 192.168.1.0/24`,
  senderRefused: ({ calling, address }: { calling: string; address: string }) =>
    `Снимки аппарата ${calling} с адреса ${address} не приняты: его нет в списке. ` +
    `Если это ваш аппарат, добавьте --from ${calling}@${address}`,
  wrongCalledAE: (
    { called, calling, address }: { called: string; calling: string; address: string },
    aet: string,
  ) =>
    `Снимки аппарата ${calling} с адреса ${address} не приняты: он обращается к AE ${called}, ` +
    `а эта программа — ${aet}. Исправьте настройку аппарата или --aet`,
  unreadableFile: (path: string, code: string) => `Не удалось прочитать ${path}: ${code}`,
  notPEM: (path: string) => `${path}: это не сертификат и не ключ в виде PEM`,
  wrongTLSKey: (key: string, cert: string) => `Ключ ${key} не подходит к сертификату ${cert}`,

  wrongCallback: (item: string) =>
    `--commit-to: непонятно «${item}». Нужно AET@АДРЕС:ПОРТ, например XRAY@192.168.1.20:104`,
  wrongCharacterSet: (item: string) =>
    `--worklist-charset: непонятно «${item}». Нужно utf-8, iso-ir-144 или latin, для одного аппарата XRAY=latin`,

  nothingHeld: 'Ничего не ждёт вашего решения.',
  heldList: (studies: HeldOutcome[]) =>
    `${studies.map(heldStudy).join('\n\n')}\n\n` +
    'Отправить в карточку: snimok held confirm НОМЕР --patient НОМЕР_КАРТОЧКИ\n' +
    'Завести новую карточку: snimok held confirm НОМЕР --new --doctor НОМЕР_КЛИЕНТА\n' +
    'Не отправлять: snimok held reject НОМЕР',
  notHeld: (number: number) => `Исследование ${number} не ждёт решения. Список: snimok held`,
  incompleteForNew:
    'В файлах не хватает имени, даты рождения или пола, чтобы завести карточку. Заведите её на портале и укажите --patient',
  heldConfirmed: (
    number: number,
    header: { name: string | null; birthday: string | null },
    card: { patientID: number; name: string; birthday: string | null },
  ) =>
    `В файлах:    ${personIn(header)}\nНа карточке: ${personIn(card)} (номер ${card.patientID})\n` +
    `Исследование ${number} будет отправлено в эту карточку, пока работает snimok receive или watch.`,
  heldRejected: (number: number) =>
    `Исследование ${number} отправлено не будет. Файлы останутся на этом компьютере до конца срока --keep.`,
  fromUnlisted: (sender: string) =>
    `его прислал аппарат ${sender}, которого нет в списке. Посмотрите: snimok held`,
  samePatients: (ids: number[]) =>
    `на портале несколько таких пациентов (карточки ${ids.join(', ')}). Выберите: snimok held`,
  similarPatients: (ids: number[]) =>
    `на портале есть похожий пациент (${ids.length === 1 ? 'карточка' : 'карточки'} ${ids.join(', ')}), ` +
    'но имя, дата рождения или пол не совпадают. Выберите: snimok held',
  manyPatients: 'имя подходит слишком многим пациентам. Выберите карточку: snimok held',
  cannotListen: (host: string, port: number, code: string) =>
    code === 'EADDRINUSE'
      ? `Порт ${port} уже занят: возможно, snimok receive уже работает.`
      : `Не удалось открыть порт ${port} на ${host}: ${code}`,
  watching: 'Следим за папкой. Остановить: Ctrl+C.',
  folderUnavailable: 'Папка недоступна. Ждём, пока она вернётся.',
  notDicomFiles: (count: number) => `Не снимки DICOM, не отправляются: ${files(count)}.`,
  studyRecorded: ({ studyUID, number, files: count, sender }: RecordedOutcome) =>
    sender !== null
      ? `Исследование ${studyUID}: ${files(count)}, ждёт вас: ${sentences.fromUnlisted(sender)}`
      : number === 1
        ? `Исследование ${studyUID}: ${files(count)}, отправляем.`
        : `Исследование ${studyUID} уже отправлено, а теперь появилось ещё: ${files(count)}. ` +
          `Отправляем отдельным исследованием (часть ${number}).`,
  alreadySent: (studyUID: string, count: number, sender: string | null) =>
    `Исследование ${studyUID}: ${files(count)}, всё это уже ${sender === null ? 'отправлено' : 'получено'} раньше.`,
  supplement: 'Дополнение: эти файлы появились после отправки исследования.',
  alreadyThere: 'на портале уже есть',
  wrongAccession: (accessionNumber: string) =>
    `в файлах номер ${printable(accessionNumber)} из списка пациентов, но имя, дата рождения или пол другие, чем на портале. ` +
    'Исправьте карточку на портале, или отправьте файлы командой snimok upload',
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
      case 'rejected':
        return `${what}: отправлено не будет, так решил человек`;
      case 'held':
      case 'unconfirmed':
        return `${what} ждёт вас${where}${why}`;
      case 'failed':
        return `${what} не принято${where}${why}`;
      default:
        return `${what}: отправляется${where}`;
    }
  },
};
