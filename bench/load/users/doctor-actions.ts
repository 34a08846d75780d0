import { browseSlots } from './booking-actions.ts';
import { readChat, writeToCentre } from './chat-actions.ts';
import type { Action, SimulatedUser } from './simulated-user.ts';
import { download, loadCardImages, openViewer } from './study-actions.ts';
import { below, oneOf, searchText } from './random.ts';
import type { Doctor } from '../dataset/dataset.ts';

const PAGE = 30;

const studyOf = ({ person }: SimulatedUser<Doctor>) =>
  person.studies.length > 0 ? oneOf(person.studies) : undefined;

const deepPage = (user: SimulatedUser<Doctor>) => {
  const offset = PAGE * below(Math.max(1, Math.ceil(user.person.patientsCount / PAGE)));
  return user.get('list: own patients, any page', `/doctor/patients?offset=${offset}`, user.due);
};

const card = async (user: SimulatedUser<Doctor>): Promise<void> => {
  const study = studyOf(user);
  if (!study) return;
  const at = `/doctor/patients/${study.patientID}`;
  await Promise.all([
    user.get('card: patient', at, user.due),
    user.get("list: a patient's studies", `${at}/studies`, user.due),
  ]);
  await loadCardImages(user, study);
};

const pageLoad = (user: SimulatedUser<Doctor>) =>
  Promise.all([
    user.get('page: settings', '/doctor/settings', user.due),
    user.get('page: me', '/doctor/me', user.due),
    user.get('page: banner', '/doctor/adv', user.due),
    user.get('list: own patients', '/doctor/patients', user.due),
  ]);

const withStudy =
  (act: (user: SimulatedUser, path: string, study: Doctor['studies'][number]) => Promise<void>) =>
  async (user: SimulatedUser<Doctor>): Promise<void> => {
    const study = studyOf(user);
    if (study) await act(user, `/doctor/patients/${study.patientID}/studies/${study.studyID}`, study);
  };

/** The actions of doctors; the weights add up to 100. */
export const doctorActions: Action<Doctor>[] = [
  { weight: 24, run: (user) => user.get('list: own patients', '/doctor/patients', user.due) },
  { weight: 5, run: deepPage },
  {
    weight: 12,
    run: (user) =>
      user.get(
        'search: own patients',
        `/doctor/patients/search?query=${encodeURIComponent(searchText())}`,
        user.due,
      ),
  },
  { weight: 30, run: card },
  { weight: 5, run: pageLoad },
  { weight: 6, run: withStudy(openViewer) },
  { weight: 3, run: withStudy(download) },
  { weight: 9, run: readChat },
  { weight: 1, run: writeToCentre },
  { weight: 4, run: (user) => browseSlots(user, false) },
  { weight: 1, run: (user) => browseSlots(user, true) },
];
