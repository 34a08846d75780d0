import { bigDoctor, fillCentre, bigDoctorPatients } from './centre.ts';
import { type Benchmark, median, percentile, shown } from './figures.ts';
import { watchMemory } from './memory.ts';
import { startPortal } from './portal.ts';
import { waitUntilQuiet } from './quiet.ts';
import { times } from './response-times.ts';
import { PortalClient } from './portal-client.ts';

const HANDS = [1, 16];
const RUNS = 3;
const RUN_MS = 800;
const SORTS = ['createdAt', 'patientName', 'doctorName', 'type'];

interface Question {
  title: string;
  who: PortalClient;
  path(n: number): string;
}

/** The first page of every list at 100,000 patients and 300,000 studies, asked for without a pause. */
export const lists: Benchmark = async () => {
  const portal = await startPortal({ worker: false, fill: fillCentre });
  try {
    const doctor = await PortalClient.signIn(portal.address, bigDoctor.email, bigDoctor.password);
    const memory = await watchMemory(portal.api.pid);
    const rows: string[][] = [];
    for (const question of questions(portal.assistant, doctor)) rows.push(await measure(question));
    const { ownMB } = await memory.stop();
    const head = ['', 'p50, 1 asks', 'p99, 1 asks', 'p50, 16 ask', 'p99, 16 ask', 'answers/s, 16 ask'];
    return [{ title: `Lists: first page, ms (API peak ${shown(ownMB)} MB)`, head, rows }];
  } finally {
    await portal.stop();
  }
};

const questions = (assistant: PortalClient, doctor: PortalClient): Question[] => {
  const aPatient = (n: number) => bigDoctorPatients[n % bigDoctorPatients.length];
  const ask = (title: string, path: Question['path'], who = assistant): Question => ({ title, who, path });
  const big = bigDoctor.id;
  return [
    ask('doctors', () => '/assistant/doctors'),
    ask('patients of a doctor with 5,000', () => `/assistant/doctors/${big}/patients`),
    ask('patients in work', () => '/assistant/patients-in-work'),
    ask('counters', () => '/assistant/counters'),
    ...SORTS.map((sort) =>
      ask(`studies by ${sort}`, (n) => `/assistant/studies?sortedBy=${sort}.${n % 2 ? 'asc' : 'desc'}`),
    ),
    ask('studies of a month', () => '/assistant/studies?filterPeriod=2026-10-01'),
    ask("a patient's studies", (n) => `/assistant/patients/${aPatient(n)}/studies`),
    ask("a doctor's own patients", () => '/doctor/patients', doctor),
    ask("her patient's studies", (n) => `/doctor/patients/${aPatient(n)}/studies`, doctor),
    ask('dropdown of 2,000 doctors', () => '/assistant/dropdown/doctors'),
    ask('dropdown of 5,000 patients', () => `/assistant/dropdown/doctors/${big}/patients`),
  ];
};

/** Three short runs and the middle one of each figure: one that other work has struck does not decide. */
const measure = async ({ title, who, path }: Question): Promise<string[]> => {
  await times({ who, path }, 4, RUN_MS / 2);
  const row = [title];
  for (const hands of HANDS) {
    const runs: number[][] = [];
    for (let run = 0; run < RUNS; run++) {
      await waitUntilQuiet();
      runs.push(await times({ who, path }, hands, RUN_MS));
    }
    const middle = (figure: (taken: number[]) => number) => shown(median(runs.map(figure)));
    row.push(
      middle((taken) => percentile(taken, 0.5)),
      middle((taken) => percentile(taken, 0.99)),
    );
    if (hands > 1) row.push(middle((taken) => taken.length / (RUN_MS / 1000)));
  }
  return row;
};
