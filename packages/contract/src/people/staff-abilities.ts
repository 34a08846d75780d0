import type { Needs } from './access.ts';
import type { StaffRight } from './staff.ts';

interface Ability {
  /** name in the list of what a right opens; absent for calls that several screens use */
  label?: string;
  needs: Needs;
  /** matches the method and path of its calls; a call belongs to the first ability that matches */
  calls: RegExp;
  /** the pages below `/assistant-area/` */
  pages?: readonly string[];
}

/**
 * What assistants can do, and the rights that each ability needs. The staff page lists them, and the routes of the assistant's
 * area check them. Tests compare them with the menu, the `access` of every endpoint and the server's answers.
 * @internal
 */
export const ABILITIES = [
  {
    label: 'отметка прихода по записи',
    needs: ['booking', 'studies'],
    calls: /\/bookings\/:bookingID\/(come|cards)$/,
  },
  {
    label: 'расписание: запись, перенос и отмена',
    needs: 'booking',
    calls: /\/schedule\/(bookings|locations\/:locationID\/(days|:date\/:slotUUID)$)/,
    pages: ['schedule'],
  },
  {
    label: 'центры, часы приёма, перерывы и праздники',
    needs: 'booking',
    calls: /\/assistant\/schedule\//,
    pages: ['schedule/centres'],
  },
  {
    label: 'PDF с панорамой и сведениями об исследовании',
    needs: ['studies', 'reports'],
    calls: /\/studies\/:studyID\/report$/,
  },
  {
    label: 'черновики, подпись и исправление заключений',
    needs: ['studies', 'report-writing'],
    calls: /\/reports\/(draft|sources|passkey)|^POST \S+\/studies\/:studyID\/reports$/,
    pages: ['/assistant-area/studies/:studyID/report', 'reports/no-draft'],
  },
  {
    label: 'очередь заключений',
    needs: ['studies', 'report-writing'],
    calls: /\/assistant\/reports(\/waiting)?$/,
    pages: ['reports'],
  },
  {
    label: 'шаблоны заключений',
    needs: { oneOf: ['report-writing', 'admin'] },
    calls: /\/reports\/templates/,
    pages: ['reports/templates'],
  },
  {
    label: 'сотрудники: учётные записи, права, пароли и подтверждение входа',
    needs: 'admin',
    calls: /\/assistant\/staff/,
    pages: ['staff'],
  },
  {
    label: 'предупреждения о необычном доступе и приостановленные входы',
    needs: 'admin',
    calls: /\/assistant\/(access-alerts|suspensions)/,
  },
  {
    label: 'данные центра: название, реквизиты и логотип',
    needs: 'admin',
    calls: /\/assistant\/identity$/,
    pages: ['centre'],
  },
  {
    label: 'настройки портала: почта, адрес, сроки и ограничения',
    needs: 'admin',
    calls: /\/assistant\/portal-settings/,
    pages: ['portal-settings'],
  },
  {
    label: 'состояние портала: резервные копии, обновления, диски, очередь, почта и сертификаты',
    needs: 'admin',
    calls: /\/assistant\/portal-health/,
    pages: ['portal-health'],
  },
  {
    label: 'свои линейки имплантатов для планирования',
    needs: 'admin',
    calls: /\/assistant\/implants/,
  },
  {
    needs: { oneOf: ['studies', 'admin', 'booking'] },
    calls: /^GET \/assistant\/examinations$/,
  },
  {
    label: 'справочник исследований: названия, длительность и цены',
    needs: 'admin',
    calls: /\/assistant\/examinations/,
    pages: ['referrals/examinations'],
  },
  {
    label: 'удаление персональных данных пациентов',
    needs: 'admin',
    calls: /\/assistant\/erasures/,
    pages: ['erasures'],
  },
  {
    label: 'выгрузка всех данных пациента',
    needs: ['studies', 'admin'],
    calls: /\/patients\/:patientID\/data$/,
  },
  {
    label: 'перенос исследований из прежнего архива',
    needs: ['studies', 'admin'],
    calls: /\/assistant\/archive-imports/,
    pages: ['archive-imports', 'archive-imports/:importID'],
  },
  {
    label: 'интеграции: доступ других систем и вебхуки',
    needs: ['programs', 'admin'],
    calls: /\/assistant\/integrations\//,
    pages: ['integrations'],
  },
  {
    label: 'вход программ загрузки у аппаратов и его отзыв',
    needs: 'programs',
    calls: /\/assistant\/desktop-app\//,
    pages: ['desktop-apps', 'desktop-grant/:userCode?'],
  },
  {
    label: 'переписка с клиентами, её шаблоны и часы ответа',
    needs: 'messenger',
    calls: /\/assistant\/messenger\//,
    pages: ['messenger'],
  },
  {
    label: 'объявление в кабинете клиентов',
    needs: 'banner',
    calls: /\/assistant\/adv$/,
    pages: ['banner/update'],
  },
  {
    label: 'история карточки: кто её смотрел и менял',
    needs: ['studies', 'history'],
    calls: /\/patients\/:patientID\/history$/,
  },
  {
    label: 'история карточки в Excel и CSV',
    needs: ['studies', 'history', 'export'],
    calls: /\/exports\/history$/,
  },
  {
    label: 'список клиентов в Excel и CSV',
    needs: ['clients', 'export'],
    calls: /\/exports\/clients$/,
  },
  {
    label: 'списки пациентов и исследований в Excel и CSV',
    needs: ['studies', 'export'],
    calls: /\/exports\//,
  },
  {
    label: 'статистика и данные для счетов',
    needs: ['studies', 'export'],
    calls: /\/assistant\/statistics/,
    pages: ['statistics'],
  },
  {
    label: 'передача карточки пациента другому клиенту',
    needs: ['studies', 'clients'],
    calls: /\/patients\/:patientID\/move/,
  },
  {
    needs: { oneOf: ['studies', 'clients', 'booking'] },
    calls: /\/dropdown\/doctors$/,
  },
  {
    label: 'поиск и страницы клиентов',
    needs: { oneOf: ['studies', 'clients'] },
    calls: /\/assistant\/(search|counters)$|^GET \/assistant\/doctors\/:doctorID(\/people)?$/,
    pages: ['', 'doctors/:doctorID/patients'],
  },
  {
    label: 'учётные записи врачей и клиник: создание, изменение, новый пароль',
    needs: 'clients',
    calls: /\/assistant\/doctors(\/:doctorID(\/(reset-password|destinations))?)?$/,
  },
  {
    label: 'карточки пациентов: создание, изменение, объединение и удаление',
    needs: 'studies',
    calls: /\/patients(?!-access)(?!\S*\/(studies|referrals)$)/,
    pages: ['doctors/:doctorID/patients/:patientID/studies', 'duplicates'],
  },
  {
    label: 'запись на приём по направлению',
    needs: ['studies', 'booking'],
    calls: /\/referrals\/:referralUUID\/booking$/,
  },
  {
    label: 'направления врачей',
    needs: 'studies',
    calls: /\/assistant\/(patients\/:patientID\/)?referrals/,
    pages: ['referrals', 'referrals/:referralUUID'],
  },
  {
    label: 'подписанные заключения: чтение и просьба написать',
    needs: 'studies',
    calls: /\/studies\/:studyID\/reports/,
    pages: ['studies/:studyID/reports/:number'],
  },
  {
    label: 'страница «Сегодня»',
    needs: 'studies',
    calls: /\/assistant\/(overview|worklist|counters\/)/,
    pages: ['overview'],
  },
  {
    label: 'исследования: загрузка, просмотр, скачивание, ссылки, архив и корзина',
    needs: 'studies',
    calls:
      /^\S+ \/(assistant\/(patients|studies|uploads|intake|downloads|reassignments|saved-filters)|studies|viewer|dicomweb)/,
    pages: ['intake', 'applications/create/:doctorID?/:patientID?', 'trash'],
  },
] as const satisfies readonly Ability[];

/** A page of the assistant's area that needs rights. */
export type StaffPage = Extract<(typeof ABILITIES)[number], { pages: unknown }>['pages'][number];

const abilities: readonly Ability[] = ABILITIES;

/** @internal */
export const abilityOfCall = (endpoint: string): Ability | undefined =>
  abilities.find(({ calls }) => calls.test(endpoint));

export const needsOfPage = (page: StaffPage): Needs => {
  const ability = abilities.find(({ pages }) => pages?.includes(page));
  if (!ability) throw new Error(`${page} is not a page that needs rights`);
  return ability.needs;
};

const namesIn = (needs: Needs): readonly StaffRight[] => {
  if (typeof needs === 'string') return [needs];
  return 'oneOf' in needs ? needs.oneOf : needs;
};

const isPair = ({ needs }: Ability): boolean => typeof needs !== 'string' && !('oneOf' in needs);

const labelsOf = (of: readonly Ability[]): string[] => of.flatMap(({ label }) => label ?? []);

interface Opened {
  alone: string[];
  together: { other: StaffRight; labels: string[] }[];
}

/** What a right opens alone, and with a second right. What needs `studies` and a second right is listed at the second right only. */
export const openedBy = (right: StaffRight): Opened => {
  const own = abilities.filter(({ needs }) => namesIn(needs).includes(right));
  const pairs = right === 'studies' ? [] : own.filter(isPair);
  const others = new Set(pairs.flatMap(({ needs }) => namesIn(needs)).filter((name) => name !== right));
  return {
    alone: labelsOf(own.filter((ability) => !isPair(ability))),
    together: [...others].map((other) => ({
      other,
      labels: labelsOf(pairs.filter(({ needs }) => namesIn(needs).includes(other))),
    })),
  };
};
