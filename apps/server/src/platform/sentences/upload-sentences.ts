import { sizeInWords } from '../time-and-sizes/byte-size.ts';

/** 50 000 файлов */
const inWords = (files: number): string =>
  `${files.toLocaleString('ru-RU')} ${files % 10 === 1 && files % 100 !== 11 ? 'файла' : 'файлов'}`;

/** Sentences about the limits of uploads and about their contents. */
export const uploadSentences = {
  tooManyFiles: (limit: number) => `В одной загрузке не может быть больше ${inWords(limit)}`,
  uploadTooLarge: (limitBytes: number) =>
    `Файлы одной загрузки не могут быть больше ${sizeInWords(limitBytes)}. Разделите их на несколько исследований`,
  uploadUnpacksTooLarge: (limitBytes: number) =>
    `Файлы этой загрузки в распакованном виде больше ${sizeInWords(limitBytes)}. Разделите их на несколько исследований`,
  uploadUnpacksTooMany: (limit: number) =>
    `В этой загрузке вместе с содержимым архивов больше ${inWords(limit)}. Разделите её на несколько исследований`,
  uploadTooDense:
    'Архивы этой загрузки сжаты неправдоподобно сильно и не будут распакованы. Загрузите файлы без архивов',
  uploadTooSlow:
    'Файлы этой загрузки обрабатываются слишком долго. Разделите их на несколько исследований или обратитесь к администратору',
  uploadNeedsMoreSpace:
    'На сервере не хватает места, чтобы обработать такую загрузку. Разделите её или обратитесь к администратору',
  dailyUploadLimit:
    'С этой учётной записи сегодня отправлено слишком много данных. Продолжите завтра или обратитесь к администратору',
  stowMediaType: 'Снимки принимаются в виде multipart/related; type="application/dicom"',
  stowBoundary: 'В заголовке Content-Type нет правильного параметра boundary',
  stowBroken: 'Запрос получен не полностью или повреждён: ни один снимок не сохранён. Отправьте его ещё раз',
  uploadNotHeld: 'Загрузка не ждёт решения: обновите страницу',
  filesOfTwoPatients:
    'В файлах снимки разных пациентов. Вместе они не публикуются: остановите загрузку и загрузите их по отдельности',
  bundleRepeats: (name: string) => `Файл «${name}» указан в пакетах (bundles) дважды`,
  bundleStoredSize: (name: string) =>
    `Файл «${name}» отправляется без сжатия (stored): его размер в пакете должен быть равен размеру файла`,
  bundleSize: 'Размер пакета (sizeBytes) должен быть равен сумме размеров его файлов (sentBytes)',
  bundleTooDense: 'Файлы пакета сжаты неправдоподобно сильно. Отправьте их без сжатия',
  /** Sentences for a bundled file that differs from its declaration, by the kind of difference. */
  bundledFile: {
    size: (name: string) => `Файл «${name}» передан с другим размером, чем заявлен. Загрузите снимки ещё раз`,
    data: (name: string) =>
      `Файл «${name}» передан повреждённым и не распаковывается. Загрузите снимки ещё раз`,
    checksum: (name: string) =>
      `Файл «${name}» передан с искажением: контрольная сумма не совпадает. Загрузите снимки ещё раз`,
    absent: (name: string) => `Файл «${name}» передан не полностью. Загрузите снимки ещё раз`,
  },
  bundleUnreadable: (name: string) =>
    `Не удалось прочитать пакет, в котором передан файл «${name}». Загрузите снимки ещё раз`,
  infected: (name: string, virus: string) =>
    `В файле «${name}» найдена вредоносная программа (${virus}). Исследование не опубликовано: проверьте компьютер и загрузите снимки без этого файла`,
} as const;
