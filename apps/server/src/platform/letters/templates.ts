import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { CentreContacts } from '../letterhead/letterhead.ts';
import type { Attachment } from '../outside/mail/mail.ts';
import { type BookingFacts, bookingTemplates } from './booking-templates.ts';
import { digest, type DigestFacts } from './digest-template.ts';
import { recordsMoved, type RecordsMovedFacts } from './moved-templates.ts';
import { referralDeclined, type ReferralDeclinedFacts } from './referral-templates.ts';
import { type ShareLetterFacts, shareTemplates } from './share-templates.ts';
import { type VisitLetterFacts, visitTemplates } from './visit-templates.ts';
import { escapeHTML, layout, type Paragraph } from './layout.ts';

/** Letters of an earlier version have no `validMinutes`. */
interface PasswordFacts {
  name: string;
  email: string;
  password: string;
  signInURL: string;
  validMinutes?: number;
  /** whether the account is an employee's; absent in letters of an earlier version */
  isStaff?: boolean;
}

/** The values that each template requires. They are stored in the column `facts`, so the names must not change. */
export interface LetterFacts {
  welcome: PasswordFacts;
  'new-password': PasswordFacts;
  /** `moment`: in the centre's time zone; `device`: browser and system; `address`: network address, or empty */
  'new-device': { name: string; moment: string; device: string; address: string; profileURL: string };
  'password-reset': { name: string; resetURL: string; minutes: number };
  'patient-share': { name: string; ownerName: string; patientURL: string };
  'access-request': { name: string; askerName: string; shareURL: string };
  /**
   * `patient`: initials; `type`: the type of the study; `examined`: when its images were taken, written by
   * `examinedMoment`, absent if unknown; `noPanorama`: why there is no panorama, a sentence without its full stop
   */
  'study-ready': {
    name: string;
    patient: string;
    type: string;
    examined?: string;
    studyURL: string;
    noPanorama?: string;
  };
  /** `patient`: initials */
  'segmentation-ready': { name: string; patient: string; studyURL: string };
  /** `patient`: initials; `examined`: as above; `isCorrection`: whether the report replaces an earlier one */
  'report-signed': {
    name: string;
    patient: string;
    type: string;
    examined?: string;
    reportURL: string;
    isCorrection: boolean;
  };
  'records-moved': RecordsMovedFacts;
  'referral-declined': ReferralDeclinedFacts;
  digest: DigestFacts;
  booking: BookingFacts;
  'booking-moved': BookingFacts;
  'booking-cancelled': BookingFacts;
  'booking-reminder': BookingFacts;
  'booking-missed': BookingFacts;
  'visit-reminder': VisitLetterFacts['visit-reminder'];
  'visit-cancelled': VisitLetterFacts['visit-cancelled'];
  /** `accountName`: whose account it is, never a patient; `threshold`: how many studies within an hour were allowed */
  'access-alert': {
    name: string;
    accountName: string;
    isStaff: boolean;
    studies: number;
    threshold: number;
    suspended: boolean;
    staffURL: string;
  };
  /** the problems on the page «Состояние портала», with what to do, and the titles of problems that have ended */
  'portal-health': {
    name: string;
    problems: { title: string; summary: string; advice: string | null }[];
    solved: string[];
    healthURL: string;
  };
  /** `moment`: when the erasure begins; null if it has begun */
  'erasure-confirmed': {
    name: string;
    patientID: number;
    requestedBy: string;
    confirmedBy: string;
    moment: string | null;
    erasuresURL: string;
  };
  /** `webhook`: the name of the webhook */
  'webhook-stopped': { name: string; webhook: string; integrationsURL: string };
  invitation: { clientName: string; invitationURL: string; hours: number };
  'external-share': ShareLetterFacts['external-share'];
  'patient-access': ShareLetterFacts['patient-access'];
}
export type Template = keyof LetterFacts;

interface LetterContent {
  subject: string;
  paragraphs: Paragraph[];
  attachments?: Attachment[];
}

/** For example «1 час» or «90 минут». */
const durationText = (minutes: number): string => {
  const [value, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return new Intl.NumberFormat('ru', { style: 'unit', unit, unitDisplay: 'long' }).format(value);
};

const noteOnPassword = ({ validMinutes }: PasswordFacts): string => {
  const term =
    validMinutes === undefined ? '' : ` Пароль из этого письма действует ${durationText(validMinutes)}.`;
  return `Этот пароль только для первого входа: портал сразу попросит придумать собственный.${term} Никому его не сообщайте.`;
};

const TYPES: Partial<Record<string, { label: string }>> = STUDY_TYPES;

/** A newer version may have queued a letter about a study of a type that this version does not know. */
const typeLabel = (type: string): string => TYPES[type]?.label ?? type;

const examinedFact = (examined: string | undefined): Paragraph[] =>
  examined ? [{ fact: 'Дата исследования', value: examined }] : [];

type Render<T extends Template> = (facts: LetterFacts[T], centre: CentreContacts) => LetterContent;

const templates: { [T in Template]: Render<T> } = {
  ...bookingTemplates,
  ...visitTemplates,
  ...shareTemplates,
  'records-moved': recordsMoved,
  'referral-declined': referralDeclined,
  digest,
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
  'new-device': ({ name, moment, device, address, profileURL }) => ({
    subject: 'Вход в кабинет «Снимок» с нового устройства',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      'В ваш кабинет вошли с устройства, с которого вы раньше не входили.',
      { fact: 'Когда', value: `${moment} (по времени центра)` },
      { fact: 'Браузер', value: device },
      ...(address ? [{ fact: 'Адрес в сети', value: address }] : []),
      'Если это вы, ничего делать не нужно. Если нет, откройте профиль, завершите этот сеанс в разделе «Устройства» и сразу смените пароль.',
      { button: 'Открыть профиль', url: profileURL },
      'Такие письма можно отключить в профиле.',
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
  // letters do not contain a patient's name; the page of the link shows it
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
  'study-ready': ({ name, patient, type, examined, studyURL, noPanorama }) => ({
    subject: 'Исследование вашего пациента готово',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      'Исследование вашего пациента готово: его можно посмотреть и скачать в личном кабинете.',
      { fact: 'Пациент', value: patient },
      { fact: 'Исследование', value: typeLabel(type) },
      ...examinedFact(examined),
      ...(noPanorama ? [`Панорамы нет. ${noPanorama}.`] : []),
      { button: 'Открыть исследование', url: studyURL },
    ],
  }),
  'report-signed': ({ name, patient, type, examined, reportURL, isCorrection }) => ({
    subject: isCorrection ? 'Заключение исправлено' : 'Готово заключение по исследованию вашего пациента',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      isCorrection
        ? 'Центр исправил заключение по исследованию вашего пациента. Прежнее заменено, его можно прочитать рядом с новым.'
        : 'Центр подписал заключение по исследованию вашего пациента. Его можно прочитать и скачать в личном кабинете.',
      { fact: 'Пациент', value: patient },
      { fact: 'Исследование', value: typeLabel(type) },
      ...examinedFact(examined),
      { button: 'Открыть заключение', url: reportURL },
      'Такие письма можно отключить в профиле.',
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
  'access-alert': ({ name, accountName, isStaff, studies, threshold, suspended, staffURL }) => ({
    subject: suspended
      ? 'Вход приостановлен: открыто много исследований'
      : 'Открыто необычно много исследований',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      'С одной учётной записи за час открыто или скачано больше исследований, чем обычно.',
      { fact: isStaff ? 'Сотрудник' : 'Клиент', value: accountName },
      { fact: 'Исследований за час', value: `${studies} (предел ${threshold})` },
      suspended
        ? 'Портал сразу приостановил вход: сеансы и скачивания прерваны. Позвоните этому человеку. Если он работал сам, снова откройте вход на странице «Сотрудники».'
        : 'Позвоните этому человеку. Если это не он, отключите учётную запись или смените пароль.',
      { button: 'Разобрать', url: staffURL },
    ],
  }),
  'portal-health': ({ name, problems, solved, healthURL }) => ({
    subject: problems.length > 0 ? 'Портал требует внимания' : 'Портал снова в порядке',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      ...problems.flatMap(({ title, summary, advice }) => [
        { heading: title },
        summary,
        ...(advice === null ? [] : [advice]),
      ]),
      ...(solved.length > 0 ? [{ heading: 'Снова в порядке' }, ...solved.map((item) => ({ item }))] : []),
      { button: 'Открыть состояние портала', url: healthURL },
    ],
  }),
  'erasure-confirmed': ({ name, patientID, requestedBy, confirmedBy, moment, erasuresURL }) => ({
    subject: 'Удаление данных пациента подтверждено',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      'Два администратора решили удалить все данные пациента. Вернуть их потом будет нельзя.',
      { fact: 'Карточка', value: `№ ${patientID}` },
      { fact: 'Запрос', value: requestedBy },
      { fact: 'Подтверждение', value: confirmedBy },
      moment === null
        ? 'Удаление уже началось.'
        : `Удаление начнётся ${moment} (по времени центра). До этого его может остановить любой администратор. Если решение для вас неожиданно, остановите удаление и спросите коллег.`,
      { button: 'Открыть запросы', url: erasuresURL },
    ],
  }),
  'webhook-stopped': ({ name, webhook, integrationsURL }) => ({
    subject: 'Вебхук остановлен',
    paragraphs: [
      `Здравствуйте, ${name}!`,
      'Внешняя система не принимала сообщения портала, и он перестал их отправлять. Новые события ждут и не теряются 30 дней.',
      { fact: 'Вебхук', value: webhook },
      'В журнале вебхука видно, что ответил получатель. Когда он заработает, возобновите отправку.',
      { button: 'Открыть интеграции', url: integrationsURL },
    ],
  }),
  invitation: ({ clientName, invitationURL, hours }) => ({
    subject: 'Приглашение в кабинет «Снимок»',
    paragraphs: [
      'Здравствуйте!',
      `${clientName} приглашает вас в свой кабинет на портале диагностического центра. По ссылке вы зададите имя и пароль, с которыми будете входить.`,
      { button: 'Принять приглашение', url: invitationURL },
      `Ссылка действует ${durationText(hours * 60)} и только один раз. Никому её не пересылайте.`,
      'Если вы не ждали этого письма, просто удалите его.',
    ],
  }),
};

export const render = <T extends Template>(template: T, facts: LetterFacts[T], centre: CentreContacts) => {
  const { subject, paragraphs, attachments } = templates[template](facts, centre);
  return { subject, ...layout(escapeHTML(subject), paragraphs, centre), ...(attachments && { attachments }) };
};
