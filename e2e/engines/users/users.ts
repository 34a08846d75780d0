import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPatient } from '@snimok/contract/patients';
import { listFreeSlots } from '@snimok/contract/schedule';
import { createLocation } from '@snimok/contract/locations';
import { writeSeries } from '../../portal/files.ts';
import { somebody } from '../../portal/test.ts';
import type { Cluster } from '../cluster.ts';
import { type Slot, bookAgainst } from './booking.ts';
import { chat } from './chat.ts';
import { Diary, isFine } from './call-log.ts';
import { Journal } from './acknowledged.ts';
import { type Listener, listen } from './listening.ts';
import { read } from './reading.ts';
import { send } from './uploading.ts';
import { arrive, PATIENCE_MS, type Visitor } from './user.ts';
import { DAY_MS } from '../../portal/duration.ts';

const ALL_DAY = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
const DAYS = 5;
/** One answer may be luck. */
const TRIES = 2;

export interface Crowd {
  diary: Diary;
  ledger: Journal;
  doctors: [Visitor, Visitor];
  listeners: Listener[];
  /** Who has not been answered a few times since that moment, at what she does, and what she was. */
  untriedSince(moment: number): string[];
  /** Nobody has got anything for so long. */
  haveWaited(ms: number): boolean;
  /** All of it has succeeded since that moment, and the doctors hear news. */
  areWellSince(moment: number): boolean;
  leave(): Promise<void>;
}

/** Two doctors and two assistants who never rest: they send, write, book, read, download and listen. */
export const gather = async (cluster: Cluster): Promise<Crowd> => {
  const [diary, ledger] = [new Diary(), new Journal()];
  const folder = await mkdtemp(join(tmpdir(), 'snimok-crowd-'));
  const come = async (role: 'assistant' | 'doctor', name: string) => {
    const flags = role === 'doctor' ? ['schedule'] : [];
    return arrive(cluster.address, await cluster.addAccount(role, somebody(name), flags), diary);
  };
  const [first, second, sender, operator] = [
    await come('doctor', 'Клиника Первых'),
    await come('doctor', 'Клиника Вторых'),
    await come('assistant', 'Ольга Посылкина'),
    await come('assistant', 'Зоя Ответова'),
  ];
  const card = async ({ id: doctorID }: Visitor) => {
    const body = {
      name: 'Терпеливых Анна',
      sex: 'female' as const,
      birthday: '1987-03-14',
      phone: '+79991234567',
    };
    const { patientID } = await sender.call(createPatient, { params: { doctorID }, body });
    return { patientID, doctorID };
  };
  const [ofFirst, ofSecond] = [await card(first), await card(second)];
  const series = await writeSeries(folder, { slices: 4, side: 32 });
  const slots = await freeSlots(operator, first);
  const doctors = [first, second] as const;
  const listeners = doctors.map((doctor) => listen(cluster.address, doctor, diary));
  const working: string[] = [];
  const at = (visitor: Visitor, work: string) => {
    const atWork = visitor.at(work);
    working.push(atWork.name);
    return atWork;
  };
  const routines = [
    ...doctors.flatMap((doctor) =>
      chat(at(doctor, 'writing'), at(operator, `answering ${doctor.id}`), ledger),
    ),
    bookAgainst(at(first, 'booking'), at(second, 'booking'), slots, ledger),
    read(at(first, 'reading'), { ...ofFirst, foreignPatientID: ofSecond.patientID }, diary),
    read(at(second, 'reading'), { ...ofSecond, foreignPatientID: ofFirst.patientID }, diary),
    send(at(sender, 'sending'), [ofFirst, ofSecond], series, ledger, diary),
  ];
  const answersOf = (name: string, since: number) => diary.since(since, name);
  return {
    diary,
    ledger,
    doctors: [first, second],
    listeners,
    untriedSince: (moment) =>
      working.flatMap((name) => {
        const answers = answersOf(name, moment);
        if (answers.length >= TRIES) return [];
        const told = answers.map(({ doing, ms, status }) => `${doing} ${status} after ${Math.round(ms)} ms`);
        return [`${name}: ${told.join(', ') || 'nothing'}`];
      }),
    haveWaited: (ms) =>
      !diary
        .since(Date.now() - 2 * PATIENCE_MS)
        .some((entry) => isFine(entry) && entry.at + entry.ms > Date.now() - ms),
    areWellSince: (moment) =>
      working.every((name) => answersOf(name, moment).some(isFine)) &&
      listeners.every((listener) => listener.hasHeardSince(moment)),
    async leave() {
      await Promise.all([...routines, ...listeners].map((one) => one.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A centre of their own, open day and night for one patient at a time. */
const freeSlots = async (operator: Visitor, doctor: Visitor): Promise<Slot[]> => {
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
