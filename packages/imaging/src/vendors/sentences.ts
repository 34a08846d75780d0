const EXPORT = 'Выгрузите исследование из программы как DICOM (Файл → Экспорт → DICOM)';

/** Sentences about a folder of another vendor's program. */
export const sentences = {
  withDicom: (program: string) =>
    `Папка программы ${program}: снимки в формате DICOM найдены. Остальные файлы сохранятся вместе с ними, но в просмотре их нет`,
  ownFormat: (program: string) =>
    `Папка программы ${program}: её формат не опубликован, снимки прочитать нельзя. ${EXPORT}`,
  noDicom: (program: string) => `Папка программы ${program}: снимков в формате DICOM в ней нет. ${EXPORT}`,
};
