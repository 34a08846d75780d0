import { sizeInWords } from '../../platform/time-and-sizes/byte-size.ts';

/** 50 000 файлов */
const inWords = (files: number): string =>
  `${files.toLocaleString('ru-RU')} ${files % 10 === 1 && files % 100 !== 11 ? 'файла' : 'файлов'}`;

export const sentences = {
  noUpload: 'Загрузка не найдена',

  studyNotInWork: 'Загружать файлы можно только в исследование, которое в работе',
  studyNeedsNoFiles: 'Исследование восстанавливается из архива, загружать файлы не нужно',

  uploadClosed: 'Эта загрузка уже завершена',
  noFinalFiles: 'finalFiles: перечислите загруженные файлы',
  fileNeverRegistered: (name: string) => `Файл «${name}» не был зарегистрирован в этой загрузке`,
  fileIncomplete: (name: string) => `Файл «${name}» загружен не полностью. Загрузите его ещё раз`,
  fileOfRevoked: (name: string) =>
    `Файл «${name}» отправлен с учётной записи, доступ которой закрыт. Загрузите его ещё раз`,
  fileSizeDiffers: (name: string) => `Файл «${name}» загружен с другим размером. Загрузите его ещё раз`,
  fileNotInParts: (name: string) => `Файл «${name}» загружается целиком, а не частями`,
  fileDiffers: (name: string) =>
    `Под именем «${name}» уже загружен другой файл того же размера. Обновите страницу и выберите файлы заново`,
  noSuchPart: (last: number) => `Номер части (number): последняя часть этого файла ${last}`,
  partNotSmaller: 'Длина сжатой части (deflatedBytes) должна быть меньше длины самой части',
  partNotInflated: 'Хранилище не принимает сжатые части: отправьте часть без сжатия',
  partCountDiffers: (parts: number) =>
    `Контрольные суммы (checksums): у этого файла ${parts}, по одной на часть`,
  uploadNotHeld: 'Загрузка не ждёт решения: обновите страницу',
  filesOfTwoPatients:
    'В файлах снимки разных пациентов. Вместе они не публикуются: остановите загрузку и загрузите их по отдельности',
  bundleRepeats: (name: string) => `Файл «${name}» указан в пакетах (bundles) дважды`,
  bundleStoredSize: (name: string) =>
    `Файл «${name}» отправляется без сжатия (stored): его размер в пакете должен быть равен размеру файла`,
  bundleSize: 'Размер пакета (sizeBytes) должен быть равен сумме размеров его файлов (sentBytes)',
  bundleTooDense: 'Файлы пакета сжаты неправдоподобно сильно. Отправьте их без сжатия',

  tooManyFiles: (limit: number) => `В одной загрузке не может быть больше ${inWords(limit)}`,
  uploadTooLarge: (limitBytes: number) =>
    `Файлы одной загрузки не могут быть больше ${sizeInWords(limitBytes)}. Разделите их на несколько исследований`,
  uploadUnpacksTooMany: (limit: number) =>
    `В этой загрузке вместе с содержимым архивов больше ${inWords(limit)}. Разделите её на несколько исследований`,
  dailyUploadLimit:
    'С этой учётной записи сегодня отправлено слишком много данных. Продолжите завтра или обратитесь к администратору',
} as const;
