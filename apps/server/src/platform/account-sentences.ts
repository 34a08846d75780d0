import type { StaffRight } from '@snimok/contract/staff';

/** As on the page «Сотрудники». */
const RIGHTS: Record<StaffRight, string> = {
  studies: 'Пациенты и исследования',
  clients: 'Клиенты',
  booking: 'Запись',
  messenger: 'Мессенджер',
  banner: 'Баннер',
  reports: 'Отчёты',
  programs: 'Программы загрузки',
  history: 'История',
  export: 'Выгрузка списков',
  admin: 'Администрирование',
};

/** Of the second step of a sign-in and of the own account. */
export const accountSentences = {
  mfaStartAgain: 'Время на ввод кода вышло, или код слишком много раз введён неверно. Введите пароль ещё раз',
  mfaCodeWrong: 'Неверный код. Проверьте, что время на телефоне точное, и введите новый код',
  recoveryCodeWrong: 'Неверный или уже использованный код восстановления',
  tooManyCodes: 'Слишком много неверных кодов. Повторите позже или введите код восстановления',
  totpExists: 'Приложение с кодами уже подключено. Чтобы сменить его, сначала удалите прежнее',
  totpUnreadable:
    'Ключ портала сменился, и коды из приложения больше не подходят. Введите код восстановления или обратитесь в центр',
  noSecondFactor: 'Такого второго фактора нет',
  secondFactorRequired: 'Второй фактор обязателен. Чтобы сменить его, сначала добавьте другой',
  confirmationMissing: 'Введите пароль или код из приложения',
  passwordWrong: 'Неверный пароль',
  passwordUnchanged: 'Новый пароль совпадает с прежним',
  noSession: 'Такого сеанса уже нет',
  lettersDeclined: 'Получатель отключил такие письма в своём профиле',
  noStaffMember: 'Сотрудник не найден',
  lastAdministrator:
    'Это последний администратор. Сначала дайте право «Администрирование» другому сотруднику',
  rightMissing: (right: StaffRight) =>
    `У вас нет права «${RIGHTS[right]}». Его может дать администратор центра на странице «Сотрудники»`,
  tooManyConfirmations: 'Слишком много неверных паролей или кодов. Повторите позже',
};
