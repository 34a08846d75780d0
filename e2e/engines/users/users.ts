import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPatient } from '@snimok/contract/people/patients';
import { listFreeSlots } from '@snimok/contract/reception/schedule';
import { createLocation } from '@snimok/contract/reception/locations';
import { PHANTOM_PATIENT, writeSeries } from '../../portal/files.ts';
import { newPerson } from '../../pages/test.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { type Slot, bookAgainst } from './booking.ts';
import { chat } from './chat.ts';
import { CallLog, isServed } from './call-log.ts';
import { Acknowledged } from './acknowledged.ts';
import { type Listener, startListener } from './listening.ts';
import { read } from './reading.ts';
import { send } from './uploading.ts';
import { CALL_TIMEOUT_MS, signInUser, type User } from './user.ts';
import { DAY_MS } from '../../portal/duration.ts';

const ALL_DAY = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
const DAYS = 5;
/** Two, because a single answer may have been prepared before the fault. */
const ENOUGH_ANSWERS = 2;

export interface Users {
  log: CallLog;
  acknowledged: Acknowledged;
  doctors: [User, User];
  listeners: Listener[];
  /** The activities with fewer than two answers since that moment, each with the answers it got. */
  unansweredSince(moment: number): string[];
  /** Whether no call has been served for this long. */
  hadNoAnswerFor(ms: number): boolean;
  /** Whether each activity has been served and each listener has received an event since that moment. */
  areServedSince(moment: number): boolean;
  stop(): Promise<void>;
}

/** Starts two doctors and two assistants, who continuously upload, write, book, read, download and receive events. */
export const startUsers = async (cluster: Cluster): Promise<Users> => {
  const log = new CallLog();
  const acknowledged = new Acknowledged();
  const folder = await mkdtemp(join(tmpdir(), 'snimok-users-'));
  const addUser = async (role: 'assistant' | 'doctor', name: string) => {
    const flags = role === 'doctor' ? ['schedule'] : [];
    return signInUser(cluster.address, await cluster.addAccount(role, newPerson(name), flags), log);
  };
  const first = await addUser('doctor', 'Клиника Первых');
  const second = await addUser('doctor', 'Клиника Вторых');
  const sender = await addUser('assistant', 'Ольга Посылкина');
  const operator = await addUser('assistant', 'Зоя Ответова');
  const addPatient = async ({ id: doctorID }: User) => {
    const body = {
      // the name in the files, because files of another patient would not be published
      name: PHANTOM_PATIENT.name,
      sex: 'female' as const,
      birthday: '1987-03-14',
      phone: '+79991234567',
    };
    const { patientID } = await sender.call(createPatient, { params: { doctorID }, body });
    return { patientID, doctorID };
  };
  const ofFirst = await addPatient(first);
  const ofSecond = await addPatient(second);
  const series = await writeSeries(folder, { slices: 4, side: 32 });
  const slots = await freeSlots(operator, first);
  const doctors = [first, second] as const;
  const listeners = doctors.map((doctor) => startListener(cluster.address, doctor, log));
  const activities: string[] = [];
  const during = (user: User, activity: string) => {
    const active = user.during(activity);
    activities.push(active.name);
    return active;
  };
  const loops = [
    ...doctors.flatMap((doctor) =>
      chat(during(doctor, 'writing'), during(operator, `answering ${doctor.id}`), acknowledged),
    ),
    bookAgainst(during(first, 'booking'), during(second, 'booking'), slots, acknowledged),
    read(during(first, 'reading'), { ...ofFirst, foreignPatientID: ofSecond.patientID }, log),
    read(during(second, 'reading'), { ...ofSecond, foreignPatientID: ofFirst.patientID }, log),
    send(during(sender, 'sending'), [ofFirst, ofSecond], series, acknowledged, log),
  ];
  const answersOf = (name: string, since: number) => log.since(since, name);
  return {
    log,
    acknowledged,
    doctors: [first, second],
    listeners,
    unansweredSince: (moment) =>
      activities.flatMap((name) => {
        const answers = answersOf(name, moment);
        if (answers.length >= ENOUGH_ANSWERS) return [];
        const received = answers.map(
          ({ request, ms, status }) => `${request} ${status} after ${Math.round(ms)} ms`,
        );
        return [`${name}: ${received.join(', ') || 'nothing'}`];
      }),
    hadNoAnswerFor: (ms) =>
      !log
        .since(Date.now() - 2 * CALL_TIMEOUT_MS)
        .some((call) => isServed(call) && call.at + call.ms > Date.now() - ms),
    areServedSince: (moment) =>
      activities.every((name) => answersOf(name, moment).some(isServed)) &&
      listeners.every((listener) => listener.hasReceivedSince(moment)),
    async stop() {
      await Promise.all([...loops, ...listeners].map((one) => one.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Creates a location that is open day and night for one patient at a time, and lists its free slots. */
const freeSlots = async (operator: User, doctor: User): Promise<Slot[]> => {
  const body = { name: 'Круглосуточный', address: '', capacity: 1, slotMinutes: 5, hours: ALL_DAY };
  const { locationID } = await operator.call(createLocation, { body });
  const dates = Array.from({ length: DAYS }, (_, at) =>
    new Date(Date.now() + (at + 2) * DAY_MS).toISOString().slice(0, 10),
  );
  const days = dates.map(async (date) => {
    const { slots } = await doctor.call(listFreeSlots, { params: { locationID, date } });
    return slots.map(({ slotUUID }) => ({ locationID, date, slotUUID }));
  });
  return (await Promise.all(days)).flat();
};
