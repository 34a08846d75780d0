import { russianDay } from '../../platform/time-and-sizes/calendar.ts';

export const sentences = {
  noLocation: 'Центр не найден',
  noSlot: 'Такого времени в расписании нет. Выберите другое',
  noBooking: 'Запись не найдена',
  slotTaken: 'Это время уже занято. Выберите другое',
  /** for employees of the centre; `when` is in the centre's time zone */
  slotTakenBy: (who: string, when: string) =>
    `Это время уже занято. Кто записал: ${who}, ${when}. Выберите другое`,
  slotOver: 'Это время уже прошло. Выберите другое',
  tooManyBookings: (limit: number) =>
    `Предстоящих записей уже ${limit}: больше через портал не записать. Позвоните в центр или напишите ему`,
  dayNotBookable: (first: string, last: string) =>
    `Дата: запись открыта с ${russianDay(first)} по ${russianDay(last)}`,
  slotTooSoon: 'На это время через портал уже не записать. Выберите более позднее или позвоните в центр',
  noClosure: 'Это место уже открыто',
  noHoliday: 'Такого праздника в расписании уже нет',
  seatAlreadyClosed: (place: number) => `Место ${place} в это время уже закрыто`,
  noSuchSeat: (capacity: number) => `Места (places): в этом центре их ${capacity}`,
  closureOver: 'Это время уже прошло. Выберите другое',
  closureBooked: 'На это время есть запись, которой не было в списке. Посмотрите список ещё раз',
  priceTwice: 'Для одного исследования указаны две цены. Оставьте одну',
  noPricedExamination: 'Исследования из списка цен больше нет в справочнике. Выберите другое',
  examinationNotOffered: 'Это исследование сейчас не проводится. Выберите другое',
  locationArchived: 'Этот центр закрыт для записи',
  locationChanged: 'Этот центр уже изменил другой сотрудник. Закройте окно и откройте его снова',
  locationBooked: 'В этом центре есть предстоящие записи. Сначала перенесите или отмените их',
  bookingCancelled: 'Запись уже отменена',
  bookingAlreadyArrived: 'Приход по этой записи уже отмечен',
  bookingNeedsClient: 'Выберите клиента (doctorID)',
  bookingSimilarCard: 'У клиента есть похожая карточка. Выберите её или новую карточку',
  bookingCardOfAnother: 'Карточка принадлежит другому клиенту (doctorID)',
  bookingNeedsSex: 'Пол (sex): выберите пол пациента',
  over: 'Время этой записи уже наступило: изменить её нельзя',
  gone: 'Ссылка больше не действует: визит прошёл или ссылка скопирована не полностью. Позвоните в центр',
  noAddress: 'E-mail пациента: без адреса сообщение не отправить (patientEmail)',
  tooManyTries: 'Слишком много попыток. Повторите через 15 минут или позвоните в центр',
} as const;
