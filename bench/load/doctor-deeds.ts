import { lookAndBook } from './booking.ts';
import { readChat, writeToCentre } from './chat.ts';
import type { Deed, Hand } from './hand.ts';
import { download, pictures, view } from './looking.ts';
import { below, oneOf, typed } from './words.ts';
import type { Doctor } from './world.ts';

const PAGE = 30;

const studyOf = ({ who }: Hand<Doctor>) => (who.studies.length > 0 ? oneOf(who.studies) : undefined);

const deepPage = (hand: Hand<Doctor>) => {
  const offset = PAGE * below(Math.max(1, Math.ceil(hand.who.patientsCount / PAGE)));
  return hand.get('list: own patients, any page', `/doctor/patients?offset=${offset}`, hand.due);
};

const card = async (hand: Hand<Doctor>): Promise<void> => {
  const study = studyOf(hand);
  if (!study) return;
  const at = `/doctor/patients/${study.patientID}`;
  await Promise.all([
    hand.get('card: patient', at, hand.due),
    hand.get("list: a patient's studies", `${at}/studies`, hand.due),
  ]);
  await pictures(hand, study);
};

const pageLoad = (hand: Hand<Doctor>) =>
  Promise.all([
    hand.get('page: settings', '/doctor/settings', hand.due),
    hand.get('page: me', '/doctor/me', hand.due),
    hand.get('page: banner', '/doctor/adv', hand.due),
    hand.get('list: own patients', '/doctor/patients', hand.due),
  ]);

const withStudy =
  (act: (hand: Hand, path: string, study: Doctor['studies'][number]) => Promise<void>) =>
  async (hand: Hand<Doctor>): Promise<void> => {
    const study = studyOf(hand);
    if (study) await act(hand, `/doctor/patients/${study.patientID}/studies/${study.studyID}`, study);
  };

/** What a client does, by how often, of a hundred deeds. */
export const doctorDeeds: Deed<Doctor>[] = [
  { weight: 24, go: (hand) => hand.get('list: own patients', '/doctor/patients', hand.due) },
  { weight: 5, go: deepPage },
  {
    weight: 12,
    go: (hand) =>
      hand.get(
        'search: own patients',
        `/doctor/patients/search?query=${encodeURIComponent(typed())}`,
        hand.due,
      ),
  },
  { weight: 30, go: card },
  { weight: 5, go: pageLoad },
  { weight: 6, go: withStudy(view) },
  { weight: 3, go: withStudy(download) },
  { weight: 9, go: readChat },
  { weight: 1, go: writeToCentre },
  { weight: 4, go: (hand) => lookAndBook(hand, false) },
  { weight: 1, go: (hand) => lookAndBook(hand, true) },
];
