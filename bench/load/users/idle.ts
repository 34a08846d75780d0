import type { TimedClient } from './timed-client.ts';
import { type SimulatedUser, simulateUser } from './simulated-user.ts';
import { below, oneOf, searchText } from './random.ts';
import type { Dataset } from '../dataset/dataset.ts';

const PAGE = 30;
/** The number of requests that a 99th percentile needs. */
const MIN_REQUESTS = 300;

const query = () => encodeURIComponent(searchText());
const month = () => `20${23 + below(3)}-${String(1 + below(12)).padStart(2, '0')}-01`;
const direction = () => oneOf(['asc', 'desc']);

const assistantLists = ({ doctors, studies, studiesCount }: Dataset): Record<string, () => string> => {
  const sorted = (by: string, offset: () => number) => () =>
    `/assistant/studies?sortedBy=${by}.${direction()}&offset=${offset()}`;
  const anywhere = () => PAGE * below(Math.floor(studiesCount / PAGE));
  const first = () => 0;
  return {
    'list: counters': () => '/assistant/counters',
    'list: counters by day': () => '/assistant/counters/days',
    'list: patients in work': () => '/assistant/patients-in-work',
    ...Object.fromEntries(
      ['createdAt', 'patientName', 'doctorName', 'type'].flatMap((by) => [
        [`list: studies by ${by}, first page`, sorted(by, first)],
        [`list: studies by ${by}, any page`, sorted(by, anywhere)],
      ]),
    ),
    'list: studies of a month by patient, any page': () =>
      `/assistant/studies?sortedBy=patientName.${direction()}&filterPeriod=${month()}&offset=${PAGE * below(1600)}`,
    'list: clients, any page': () => `/assistant/doctors?offset=${PAGE * below(160)}`,
    "list: a client's patients": () => `/assistant/doctors/${oneOf(doctors).accountID}/patients`,
    "list: a patient's studies": () => `/assistant/patients/${oneOf(studies).patientID}/studies`,
    'list: clients to choose (5,000)': () => '/assistant/dropdown/doctors',
    'list: dialogs (2,500)': () => '/assistant/messenger/dialogs',
    'search: patients and clients': () => `/assistant/search?query=${query()}`,
    'search: dialogs': () => `/assistant/messenger/dialogs?query=${query()}`,
  };
};

const doctorLists: Record<string, (user: SimulatedUser<Dataset['doctors'][number]>) => string> = {
  'list: own patients': () => '/doctor/patients',
  'list: own patients, any page': ({ person }) =>
    `/doctor/patients?offset=${PAGE * below(Math.max(1, Math.ceil(person.patientsCount / PAGE)))}`,
  'search: own patients': () => `/doctor/patients/search?query=${query()}`,
};

/** Sends every list and search for `seconds`, one request at a time, at least `MIN_REQUESTS` times. */
export const measureIdle = async (client: TimedClient, dataset: Dataset, seconds: number) => {
  const repeat = async (send: () => Promise<unknown>) => {
    const until = performance.now() + seconds * 1000;
    for (let n = 0; n < MIN_REQUESTS || performance.now() < until; n++) await send();
  };
  for (const [call, path] of Object.entries(assistantLists(dataset)))
    await repeat(() => simulateUser(client, dataset, oneOf(dataset.assistants), 0).get(call, path()));
  for (const [call, path] of Object.entries(doctorLists))
    await repeat(() => {
      const user = simulateUser(client, dataset, oneOf(dataset.doctors), 0);
      return user.get(call, path(user));
    });
  return client.takeResults();
};
