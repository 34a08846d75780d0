import { browseDay } from './booking-actions.ts';
import { answerDialog, readDialog } from './chat-actions.ts';
import type { Action, SimulatedUser } from './simulated-user.ts';
import { download, loadCardImages, openViewer } from './study-actions.ts';
import { below, oneOf, searchText } from './random.ts';

const PAGE = 30;
const SORTS = ['createdAt', 'patientName', 'doctorName', 'type'];
const YEARS = [2023, 2024, 2025];

const sort = () => `${oneOf(SORTS)}.${oneOf(['asc', 'desc'])}`;
const month = () => `${oneOf(YEARS)}-${String(1 + below(12)).padStart(2, '0')}-01`;

const list = (call: string, path: () => string) => (user: SimulatedUser) => user.get(call, path(), user.due);
const anyPage = ({ dataset }: SimulatedUser) => PAGE * below(Math.floor(dataset.studiesCount / PAGE));

const mainPage = (user: SimulatedUser) =>
  Promise.all([
    user.get('list: counters', '/assistant/counters', user.due),
    user.get('list: counters by day', '/assistant/counters/days', user.due),
    user.get('list: patients in work', '/assistant/patients-in-work', user.due),
  ]);

const card = async (user: SimulatedUser): Promise<void> => {
  const study = oneOf(user.dataset.studies);
  const at = `/assistant/patients/${study.patientID}`;
  await Promise.all([
    user.get('card: patient', at, user.due),
    user.get("list: a patient's studies", `${at}/studies`, user.due),
    user.get('card: history', `${at}/history`, user.due),
  ]);
  await loadCardImages(user, study);
};

const anyPatient = ({ dataset: { patientIDs } }: SimulatedUser) =>
  patientIDs[0] + below(patientIDs[1] - patientIDs[0]);

/** An assistant opens a patient's card and creates a study. */
const createStudy = async (user: SimulatedUser): Promise<void> => {
  const at = `/assistant/patients/${anyPatient(user)}`;
  await user.get('card: patient', at, user.due);
  await user.send('write: study', 'POST', `${at}/studies`, { studyType: 'rg', comment: 'Нагрузка' });
};

const aDoctor = ({ dataset }: SimulatedUser) => oneOf(dataset.doctors).accountID;

/** The actions of assistants; the weights add up to 100. */
export const assistantActions: Action[] = [
  { weight: 16, run: mainPage },
  { weight: 10, run: list('list: studies, newest', () => '/assistant/studies') },
  { weight: 6, run: list('list: studies, sorted', () => `/assistant/studies?sortedBy=${sort()}`) },
  {
    weight: 6,
    run: (user) =>
      user.get(
        'list: studies, any page',
        `/assistant/studies?sortedBy=${sort()}&offset=${anyPage(user)}`,
        user.due,
      ),
  },
  {
    weight: 5,
    run: list(
      'list: studies of a month',
      () => `/assistant/studies?sortedBy=${sort()}&filterPeriod=${month()}`,
    ),
  },
  {
    weight: 16,
    run: list(
      'search: patients and clients',
      () => `/assistant/search?query=${encodeURIComponent(searchText())}`,
    ),
  },
  { weight: 15, run: card },
  { weight: 4, run: list('list: clients', () => `/assistant/doctors?offset=${PAGE * below(160)}`) },
  {
    weight: 4,
    run: (user) =>
      user.get("list: a client's patients", `/assistant/doctors/${aDoctor(user)}/patients`, user.due),
  },
  { weight: 1, run: list('list: clients to choose', () => '/assistant/dropdown/doctors') },
  { weight: 3, run: readDialog },
  { weight: 3, run: answerDialog },
  { weight: 4, run: (user) => browseDay(user, false) },
  { weight: 1, run: (user) => browseDay(user, true) },
  { weight: 1, run: createStudy },
  {
    weight: 3,
    run: async (user) => openViewer(user, `/assistant/studies/${oneOf(user.dataset.studies).studyID}`),
  },
  {
    weight: 2,
    run: (user) => {
      const study = oneOf(user.dataset.studies);
      return download(user, `/assistant/studies/${study.studyID}`, study);
    },
  },
];
