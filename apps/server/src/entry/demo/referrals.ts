import { randomUUID } from 'node:crypto';
import { listExaminationRows } from '../../reception/referrals/examination-queries.ts';
import { insertReferral } from '../../reception/referrals/queries.ts';
import type { Tx } from '../../platform/db/client.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import type { Person } from './people.ts';

interface PlannedReferral {
  /** index of the patient */
  patient: number;
  /** a name from the list of examinations with which every centre begins */
  examination: string;
  minutesAgo: number;
  urgency: 'routine' | 'urgent';
  /** numbers of ISO 3950 */
  teeth: number[];
  question: string;
  contraindications?: string[];
}

const plan: PlannedReferral[] = [
  {
    patient: 5,
    examination: 'Прицельный снимок зуба',
    minutesAgo: 150,
    urgency: 'routine',
    teeth: [46],
    question: 'Боль при накусывании. Есть ли изменения у верхушек корней?',
  },
  {
    patient: 13,
    examination: 'КЛКТ верхней челюсти',
    minutesAgo: 40,
    urgency: 'urgent',
    teeth: [15, 16],
    question: 'Достаточно ли кости для имплантации без синус-лифтинга?',
    contraindications: ['metal'],
  },
];

interface DemoPatients {
  people: Person[];
  patientIDs: number[];
  /** the client of the patient with this index in `people` */
  clientOf: (patient: number) => { id: number } | undefined;
}

/** Two referrals that wait for a decision of the centre. */
export const addReferrals = async (
  tx: Tx,
  { people, patientIDs, clientOf }: DemoPatients,
  now: Date,
): Promise<void> => {
  const examinations = await listExaminationRows(tx, { onlyActive: true });
  for (const { patient, examination: name, minutesAgo, contraindications = [], ...request } of plan) {
    const examination = examinations.find((one) => one.name === name);
    const person = people[patient];
    const patientID = patientIDs[patient];
    const client = clientOf(patient);
    if (!examination || !person || !patientID || !client) continue;
    await insertReferral(tx, {
      ...request,
      uuid: randomUUID(),
      doctorID: client.id,
      creatorID: client.id,
      createdAt: after(now, -minutesAgo * 60_000),
      patientID,
      patientName: person.name,
      patientSex: person.sex,
      patientBirthday: person.birthday,
      patientPhone: person.phone,
      examinationID: examination.id,
      examination: examination.name,
      studyType: examination.studyType,
      contraindications,
      otherContraindications: '',
      recipientClients: [],
      recipientEmails: [],
      bookingID: null,
    });
  }
};
