import { lookAndBookByPhone } from './booking.ts';
import { answer, readDialog } from './chat.ts';
import type { Deed, Hand } from './hand.ts';
import { download, pictures, view } from './looking.ts';
import { below, oneOf, typed } from './words.ts';

const PAGE = 30;
const SORTS = ['createdAt', 'patientName', 'doctorName', 'type'];
const YEARS = [2023, 2024, 2025];

const sort = () => `${oneOf(SORTS)}.${oneOf(['asc', 'desc'])}`;
const month = () => `${oneOf(YEARS)}-${String(1 + below(12)).padStart(2, '0')}-01`;

const list = (call: string, path: () => string) => (hand: Hand) => hand.get(call, path(), hand.due);
const anyPage = ({ world }: Hand) => PAGE * below(Math.floor(world.studiesCount / PAGE));

const mainPage = (hand: Hand) =>
  Promise.all([
    hand.get('list: counters', '/assistant/counters', hand.due),
    hand.get('list: counters by day', '/assistant/counters/days', hand.due),
    hand.get('list: patients in work', '/assistant/patients-in-work', hand.due),
  ]);

const card = async (hand: Hand): Promise<void> => {
  const study = oneOf(hand.world.studies);
  const at = `/assistant/patients/${study.patientID}`;
  await Promise.all([
    hand.get('card: patient', at, hand.due),
    hand.get("list: a patient's studies", `${at}/studies`, hand.due),
    hand.get('card: history', `${at}/history`, hand.due),
  ]);
  await pictures(hand, study);
};

const anyPatient = ({ world: { patientIDs } }: Hand) => patientIDs[0] + below(patientIDs[1] - patientIDs[0]);

/** Somebody at the counter whom search has found: her card, and a study of hers begun. */
const beginStudy = async (hand: Hand): Promise<void> => {
  const at = `/assistant/patients/${anyPatient(hand)}`;
  await hand.get('card: patient', at, hand.due);
  await hand.send('write: study', 'POST', `${at}/studies`, { studyType: 'rg', comment: 'Нагрузка' });
};

const aDoctor = ({ world }: Hand) => oneOf(world.doctors).accountID;

/** What an assistant does, by how often, of a hundred deeds. */
export const assistantDeeds: Deed[] = [
  { weight: 16, go: mainPage },
  { weight: 10, go: list('list: studies, newest', () => '/assistant/studies') },
  { weight: 6, go: list('list: studies, sorted', () => `/assistant/studies?sortedBy=${sort()}`) },
  {
    weight: 6,
    go: (hand) =>
      hand.get(
        'list: studies, any page',
        `/assistant/studies?sortedBy=${sort()}&offset=${anyPage(hand)}`,
        hand.due,
      ),
  },
  {
    weight: 5,
    go: list(
      'list: studies of a month',
      () => `/assistant/studies?sortedBy=${sort()}&filterPeriod=${month()}`,
    ),
  },
  {
    weight: 16,
    go: list('search: patients and clients', () => `/assistant/search?query=${encodeURIComponent(typed())}`),
  },
  { weight: 15, go: card },
  { weight: 4, go: list('list: clients', () => `/assistant/doctors?offset=${PAGE * below(160)}`) },
  {
    weight: 4,
    go: (hand) =>
      hand.get("list: a client's patients", `/assistant/doctors/${aDoctor(hand)}/patients`, hand.due),
  },
  { weight: 1, go: list('list: clients to choose', () => '/assistant/dropdown/doctors') },
  { weight: 3, go: readDialog },
  { weight: 3, go: answer },
  { weight: 4, go: (hand) => lookAndBookByPhone(hand, false) },
  { weight: 1, go: (hand) => lookAndBookByPhone(hand, true) },
  { weight: 1, go: beginStudy },
  {
    weight: 3,
    go: async (hand) => view(hand, `/assistant/studies/${oneOf(hand.world.studies).studyID}`),
  },
  {
    weight: 2,
    go: (hand) => {
      const study = oneOf(hand.world.studies);
      return download(hand, `/assistant/studies/${study.studyID}`, study);
    },
  },
];
