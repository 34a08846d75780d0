export const help = `snimok — отправка исследований с рабочих компьютеров центра на портал

  snimok login --portal АДРЕС [--no-browser]     подключить этот компьютер
  snimok logout                                  забыть доступ
  snimok status                                  подключён ли компьютер

  snimok upload ПАПКА|ФАЙЛЫ --patient НОМЕР|"ФИО" --type rg|cbct
         [--doctor НОМЕР|"ФИО"] [--comment ТЕКСТ] [--again]
         [--birthday ГГГГ-ММ-ДД --sex male|female]   для новой карточки
      отправить одно исследование; та же команда продолжит прерванное

  snimok watch ПАПКА [--doctor НОМЕР] [--unknown-patient НОМЕР]
         [--quiet 30] [--every 5] [--once]
      следить за папкой аппарата и отправлять всё новое

  snimok receive [--port 11112] [--aet SNIMOK] [--host 0.0.0.0] [--store ПАПКА]
         [--doctor НОМЕР] [--unknown-patient НОМЕР] [--quiet 30] [--every 5]
         [--from AET,AET] [--from-address АДРЕС,АДРЕС] [--keep 30]
      принимать снимки по DICOM (C-STORE, C-ECHO) и отправлять их

Коды завершения: 0 готово, 1 ошибка, 2 неверная команда, 3 нет доступа, 4 отказано,
5 портал не смог обработать, 6 уже выполняется.`;
