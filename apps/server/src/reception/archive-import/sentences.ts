import { russianDay } from '../../platform/time-and-sizes/calendar.ts';

export const sentences = {
  noImport: 'Перенос архива не найден',
  noRow: 'Исследование архива не найдено',
  noClient: 'Клиент не найден или отключён. Выберите другого',
  needsClient: 'Выберите клиента для новых карточек или приложите список клиентов',
  notChangeable:
    'Строку можно изменить, пока перенос не начат или приостановлен, и если исследование ещё не перенесено',
  sameAsItself: 'Выберите другое исследование, карточка которого будет общей',
  noNewCard: 'У выбранного исследования нет новой карточки. Выберите существующую карточку пациента',
  notPlanned: 'Перенос ещё не подготовлен: дождитесь окончания проверки архива',
  notRunning: 'Перенос сейчас не идёт, поэтому его нельзя приостановить',
  notPaused: 'Перенос не приостановлен',
  ended: 'Перенос уже завершён',
  csvColumns: (column: string) =>
    `В списке клиентов нет столбца «${column}». Нужны столбцы client и patientID или referringPhysician`,
  csvRow: (line: number, what: string) => `Список клиентов, строка ${line}: ${what}`,
  csvClient: 'клиент не найден по номеру или почте',
  csvKey: 'не заполнены ни patientID, ни referringPhysician',
  csvBirthday: 'дата рождения должна быть в виде ГГГГ-ММ-ДД',
  csvSex: 'пол должен быть M или F',
  decided: 'Перенос архива',
  unreadable: 'Файлы не читаются в архиве',
  studyGone: 'Исследование удалено до окончания переноса',
  cardGone: 'Карточка пациента удалена',
  /** The comment of an imported study. */
  origin: ({ day, accessionNumber, description }: Origin): string =>
    [
      'Перенесено из архива',
      day !== null && `дата в архиве ${russianDay(day)}`,
      accessionNumber !== null && `номер исследования ${accessionNumber}`,
      description,
    ]
      .filter(Boolean)
      .join(', '),
};

interface Origin {
  /** YYYY-MM-DD */
  day: string | null;
  accessionNumber: string | null;
  description: string | null;
}
