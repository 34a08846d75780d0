import type { Attachment } from '../outside/mail/mail.ts';
import { type BookingFacts, bookingTemplates } from './booking-templates.ts';
import { escapeHTML, layout, type Paragraph } from './layout.ts';

/** Letters of an earlier version have no `validMinutes`. */
interface PasswordFacts {
  name: string;
  email: string;
  password: string;
  signInURL: string;
  validMinutes?: number;
  /** the account of an employee; absent in letters of an earlier version */
  isStaff?: boolean;
}

/** The values that each template requires. They are stored in the column `facts`, so the names must not change. */
export interface LetterFacts {
  welcome: PasswordFacts;
  'new-password': PasswordFacts;
  'password-reset': { name: string; resetURL: string; minutes: number };
  'patient-share': { name: string; ownerName: string; patientURL: string };
  'access-request': { name: string; askerName: string; shareURL: string };
  /** `patient`: initials; `type`: rg or cbct; `noPanorama`: why there is none, a sentence without its full stop */
  'study-ready': { name: string; patient: string; type: string; studyURL: string; noPanorama?: string };
  /** `patient`: initials */
  'segmentation-ready': { name: string; patient: string; studyURL: string };
  booking: BookingFacts;
  'booking-moved': BookingFacts;
  'booking-cancelled': BookingFacts;
  'booking-reminder': BookingFacts;
  /** `lastDay`: YYYY-MM-DD */
  'external-share': { shareURL: string; lastDay: string; hasPIN: boolean };
}
export type Template = keyof LetterFacts;

interface LetterContent {
  subject: string;
  paragraphs: Paragraph[];
  attachments?: Attachment[];
}

/** «1 час», «90 минут» */
const durationText = (minutes: number): string => {
  const [value, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return new Intl.NumberFormat('ru', { style: 'unit', unit, unitDisplay: 'long' }).format(value);
};

const noteOnPassword = ({ validMinutes }: PasswordFacts): string => {
  const term =
    validMinutes === undefined ? '' : ` Пароль из этого письма действует ${durationText(validMinutes)}.`;
  return `Этот пароль только для первого входа: портал сразу попросит придумать собственный.${term} Никому его не сообщайте.`;
};

const templates: { [T in Template]: (facts: LetterFacts[T]) => LetterContent } = {
  ...bookingTemplates,
  welcome: (facts) => ({
    subject: 'Добро пожаловать в «Снимок»',
    paragraphs: [
      `Здравствуйте, ${facts.name}!`,
      facts.isStaff
        ? 'Администратор диагностического центра создал для вас учётную запись сотрудника.'
        : 'Диагностический центр открыл для вас личный кабинет: в нём вы увидите снимки своих пациентов, сможете скачать их и показать коллегам.',
      { fact: 'E-mail', value: facts.email },
      { fact: 'Пароль', value: facts.password },
      { button: 'Войти в кабинет', url: facts.signInURL },
      noteOnPassword(facts),
    ],
  }),
  'new-password': (facts) => ({
    subject: 'Новый пароль от кабинета «Снимок»',
    paragraphs: [
      `Здравствуйте, ${facts.name}!`,
      'Диагностический центр выдал вам новый пароль. Прежний больше не действует.',
      { fact: 'E-mail', value: facts.email },
      { fact: 'Пароль', value: facts.password },
      { button: 'Войти в кабинет', url: facts.signInURL },
      noteOnPassword(facts),
    ],
  }),
  'password-reset': ({ name, resetURL, minutes }) => ({
    subject: 'Восстановление пароля от кабинета «Снимок»',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      `Чтобы задать новый пароль, перейдите по ссылке. Она действует ${durationText(minutes)} и только один раз.`,
      { button: 'Задать новый пароль', url: resetURL },
      'Если вы не просили восстановить пароль, просто удалите это письмо: ничего не изменится.',
    ],
  }),
  // letters do not contain a patient's name; it is shown behind the link
  'patient-share': ({ name, ownerName, patientURL }) => ({
    subject: 'Вам открыли доступ к пациенту',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      `${ownerName} открывает вам доступ к своему пациенту: теперь вы видите его исследования и можете скачать их.`,
      { button: 'Открыть карточку пациента', url: patientURL },
    ],
  }),
  'access-request': ({ name, askerName, shareURL }) => ({
    subject: 'Запрос доступа к вашему пациенту',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      `${askerName} просит открыть доступ к вашему пациенту. По ссылке вы увидите, о ком речь, и сможете разрешить или отклонить запрос.`,
      { button: 'Рассмотреть запрос', url: shareURL },
      'Пока вы не разрешите, коллега не увидит ни карточку, ни снимки.',
    ],
  }),
  'study-ready': ({ name, patient, type, studyURL, noPanorama }) => ({
    subject: 'Исследование вашего пациента готово',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      'Исследование вашего пациента готово: его можно посмотреть и скачать в личном кабинете.',
      { fact: 'Пациент', value: patient },
      { fact: 'Исследование', value: type === 'cbct' ? 'КЛКТ (3D)' : 'Рентген (2D)' },
      ...(noPanorama ? [`Панорамы нет. ${noPanorama}.`] : []),
      { button: 'Открыть исследование', url: studyURL },
    ],
  }),
  'segmentation-ready': ({ name, patient, studyURL }) => ({
    subject: '3D-сегментация исследования готова',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      'Поверхности челюстей построены: их можно посмотреть в онлайн-просмотре и скачать в личном кабинете.',
      { fact: 'Пациент', value: patient },
      { button: 'Открыть исследование', url: studyURL },
    ],
  }),
  'external-share': ({ shareURL, lastDay, hasPIN }) => ({
    subject: 'Вам открыли доступ к исследованию',
    paragraphs: [
      'Здравствуйте!',
      'Диагностический центр открыл для вас исследование пациента. Его можно посмотреть по ссылке, регистрация не нужна.',
      { button: 'Открыть исследование', url: shareURL },
      ...(hasPIN ? ['Страница попросит ПИН-код: центр сообщит его вам отдельно.'] : []),
      `Ссылка действует до ${lastDay.split('-').reverse().join('.')}. Не пересылайте это письмо: ${hasPIN ? 'вместе с ПИН-кодом ссылка открывает исследование' : 'по ссылке исследование откроет любой, у кого она есть'}.`,
      'Если вы не ждали этого письма, просто удалите его.',
    ],
  }),
};

export const render = <T extends Template>(template: T, facts: LetterFacts[T]) => {
  const { subject, paragraphs, attachments } = templates[template](facts);
  return { subject, ...layout(escapeHTML(subject), paragraphs), ...(attachments && { attachments }) };
};
