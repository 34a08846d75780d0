import { STUDY_TYPE_NAMES } from '@snimok/contract/studies/study-types';

export const help = `snimok — отправка исследований с рабочих компьютеров центра на портал

  snimok login --portal АДРЕС [--no-browser]     подключить этот компьютер
         [--clinic]                              компьютер клиники: получать её исследования
  snimok logout                                  забыть доступ
  snimok status                                  подключён ли компьютер

  snimok upload ПАПКА|ФАЙЛЫ --patient НОМЕР|"ФИО" --type ${STUDY_TYPE_NAMES.join('|')}
         [--doctor НОМЕР|"ФИО"] [--comment ТЕКСТ] [--again]
         [--birthday ГГГГ-ММ-ДД --sex male|female]   для новой карточки
      отправить одно исследование; та же команда продолжит прерванное

  snimok watch ПАПКА [--doctor НОМЕР] [--unknown-patient НОМЕР]
         [--quiet 30] [--every 5] [--once]
      следить за папкой аппарата и отправлять всё новое

  snimok receive [--port 11112] [--aet SNIMOK] [--host 127.0.0.1] [--store ПАПКА]
         [--doctor НОМЕР] [--unknown-patient НОМЕР] [--quiet 30] [--every 5]
         [--from AET@АДРЕС,AET@АДРЕС] [--unlisted refuse|hold] [--keep 30]
         [--tls-cert ФАЙЛ --tls-key ФАЙЛ [--tls-client-ca ФАЙЛ]]
         [--worklist-charset utf-8|iso-ir-144|latin,AET=…]
         [--commit-to AET@АДРЕС:ПОРТ,…] [--commit-wait 1440]
      принимать снимки по DICOM (C-STORE, C-ECHO) и отправлять их; давать аппаратам
      список пациентов портала (Modality Worklist, C-FIND), передавать порталу, что
      снимают и сняли (MPPS), подтверждать хранение (Storage Commitment);
      по сети (--host) только от аппаратов из списка --from

  upload, watch и receive сжимают файлы и отправляют их пакетами:
         [--limit 10Mbit [--hours 8-20]]   не быстрее; --hours: только в эти часы
         [--no-compress]                   не сжимать

  snimok deliver [--once] [--tls-ca ФАЙЛ] [--tls-cert ФАЙЛ --tls-key ФАЙЛ]
      в клинике: получать готовые исследования и передавать их по DICOM в программы,
      которые добавлены на портале в разделе «Программы»

  snimok held                                    исследования, которые ждут вашего решения
  snimok held confirm НОМЕР --patient НОМЕР      отправить в эту карточку
  snimok held confirm НОМЕР --new --doctor НОМЕР завести карточку и отправить
  snimok held reject НОМЕР                       не отправлять

  snimok install-service [--status-port 11180] [--user ИМЯ] [--ask-password]
         [--no-update] watch|receive|deliver …                 запускать эту команду вместе с компьютером
  snimok uninstall-service                       больше не запускать
      состояние: http://127.0.0.1:11180; --user: от чьего имени (Linux и macOS, с sudo);
      --ask-password: спросить пароль Windows, он нужен для сетевых папок;
      --no-update: не обновлять программу самой по себе

  snimok update [--portal АДРЕС]                 обновить программу с портала сейчас

Коды завершения: 0 готово, 1 ошибка, 2 неверная команда, 3 нет доступа, 4 отказано,
5 портал не смог обработать, 6 уже выполняется.`;
