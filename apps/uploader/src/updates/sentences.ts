/** The Russian texts of updates of the program. */
export const sentences = {
  needsNode: 'Программа запущена через Node и сама не обновляется: установите новую с портала.',
  noKey:
    'Эта программа собрана без ключа обновлений и сама не обновляется: скачайте новую на портале, «Программы загрузки».',
  namePortal: 'Укажите адрес портала: snimok update --portal https://…',

  portalSilent: 'портал не отвечает',
  notOffered: 'на портале нет подписанных программ: его собрали без ключа, или он старой версии',
  wrongSignature:
    'подпись неверна: описание программ изменено или подписано другим ключом. Сообщите тому, кто обслуживает портал',
  unknownFormat: 'эта версия не понимает описания программ',
  older: (offered: string) => `портал предлагает более старую версию ${offered}`,
  noSystem: (system: string, offered: string) => `в версии ${offered} нет программы для ${system}`,
  brokenOff: 'загрузка прервалась',
  wrongFile: 'загруженный файл не тот, что подписан',
  noSpace: (needed: string) => `на диске мало места, нужно ${needed}`,
  notWritable: (folder: string) => `папку ${folder} может менять только администратор`,
  diskFailed: (code: string) => `диск: ошибка ${code}`,
  doesNotStart: (version: string) => `версия ${version} не запускается на этом компьютере`,
  ended: (version: string) => `версия ${version} закрылась сразу после запуска, работает прежняя`,
  unreached: (version: string) => `версия ${version} не связалась с порталом, работает прежняя`,
  notReplaced: (version: string) => `файл программы не удалось заменить версией ${version}, работает прежняя`,
  failedBefore: (version: string) => `версия ${version} уже не заработала здесь. Ещё раз: snimok update`,

  notUpdated: (reason: string) => `Программа не обновлена: ${reason}.`,
  current: (version: string) => `Новее версии ${version} на портале ничего нет.`,
  downloading: (version: string) => `Загружаем версию ${version}…`,
  updated: (from: string, to: string) => `Программа обновлена: ${from} → ${to}.`,
  restartService: 'Если её запускает служба, она перейдёт на новую версию, когда перезапустится.',
  serviceChecks: 'Служба на этом компьютере тоже проверяет обновления, итог покажет её страница состояния.',
  serviceUpdates: 'Служба проверяет обновления, итог покажет её страница состояния.',
  trying: (version: string) => `Пробуем версию ${version}.`,

  never: 'проверки ещё не было',
  switchedOff: 'выключены (--no-update), проверить: snimok update',
  checkedAt: (time: string) => `последняя проверка ${time}`,
  upToDate: 'новее ничего нет',
  since: (time: string, previous: string) => `обновлена ${time} с версии ${previous}`,
};
