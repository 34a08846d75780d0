import { listExaminations } from '@snimok/contract/reception/examinations';
import { listLocations, listOpenLocations } from '@snimok/contract/reception/locations';
import { listFreeDays, listOwnBookings } from '@snimok/contract/reception/own-bookings';
import { listScheduleDays } from '@snimok/contract/reception/schedule';
import { expect, test } from 'vitest';
import { freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';

/** Two locations, of which the first has a price for a volume, and the second one for a radiograph. */
const startLocations = async () => {
  const server = await startServer();
  const booking = await server.as(await server.make.assistant());
  const { examinations } = responseOf(listExaminations, await booking.get('/assistant/examinations'));
  const [volume, radiograph] = ['КЛКТ обеих челюстей', 'Ортопантомограмма'].map((wanted) =>
    examinations.find(({ name }) => name === wanted)!,
  );
  const consultation = { name: 'Запись на диск', rubles: 300 };
  const first = await makeCentre(server, {
    prices: [{ name: 'КЛКТ', rubles: 3500, examinationID: volume!.examinationID }, consultation],
  });
  const second = await makeCentre(server, {
    name: 'Центр на Садовой',
    prices: [{ name: 'ОПТГ', rubles: 900, examinationID: radiograph!.examinationID }],
  });
  const freeAt = async (examinationID: number) => {
    const reply = await first.doctor.get(`/doctor/schedule/free-days?examinationID=${examinationID}`);
    const { days } = responseOf(listFreeDays, reply);
    return [...new Set(days.flatMap(({ locations }) => locations.map(({ locationID }) => locationID)))];
  };
  return { ...server, first, second, volume: volume!, radiograph: radiograph!, consultation, freeAt };
};

test('only locations that have a price for an examination offer free times for it', async () => {
  const { first, second, volume, radiograph, freeAt } = await startLocations();
  expect(await freeAt(volume.examinationID)).toEqual([first.locationID]);
  expect(await freeAt(radiograph.examinationID)).toEqual([second.locationID]);
  expect(await freeAt(1_000_000)).toEqual([]);
});

test('clients see prices under the present names of examinations, without those that are not offered', async () => {
  const { first, volume, consultation, as, make, context } = await startLocations();
  const pricesFor = async () => {
    const reply = await first.doctor.get('/doctor/schedule/locations');
    const { locations } = responseOf(listOpenLocations, reply);
    return locations.find(({ locationID }) => locationID === first.locationID)?.prices;
  };
  const { examinationID } = volume;
  expect(await pricesFor()).toEqual([
    { name: 'КЛКТ обеих челюстей', rubles: 3500, examinationID },
    consultation,
  ]);
  const facts = { name: 'КЛКТ полости рта', studyType: 'cbct', preparation: '' };
  const admin = await as(await make.assistant());
  const path = `/assistant/examinations/${examinationID}`;
  expect((await admin.put(path, { ...facts, active: true })).status).toBe(204);
  expect((await pricesFor())?.[0]?.name).toBe('КЛКТ полости рта');
  expect((await admin.put(path, { ...facts, active: false })).status).toBe(204);
  expect(await pricesFor()).toEqual([consultation]);
  // the centre keeps the entry
  const { locations } = responseOf(listLocations, await admin.get('/assistant/schedule/locations'));
  expect(locations.find(({ locationID }) => locationID === first.locationID)?.prices).toHaveLength(2);
  expect(await context.db.selectFrom('bookings').select('id').execute()).toEqual([]);
});

test('a price list names examinations of the centre, each once', async () => {
  const { first, volume } = await startLocations();
  const change = (prices: object[]) =>
    first.assistant.put(`/assistant${first.at}`, { ...first.rules, prices });
  const price = { name: 'КЛКТ', rubles: 1, examinationID: volume.examinationID };
  expect(refusal(await change([price, price]))).toEqual([
    409,
    'Для одного исследования указаны две цены. Оставьте одну',
  ]);
  expect(refusal(await change([{ ...price, examinationID: 1_000_000 }]))[0]).toBe(404);
  expect((await change([{ name: 'КЛКТ', rubles: 1 }])).status).toBe(204);
});

test('a booking keeps the chosen examination, which both sides see, with its price at the location', async () => {
  const { first, volume, make, as } = await startLocations();
  const { doctor, assistant, at, day } = first;
  const [slot, next] = await freeSlots(doctor, at, day);
  const { examinationID } = volume;
  const book = (slotUUID: string | undefined, facts: object) =>
    doctor.post(`/doctor${at}/${day}/${slotUUID}`, { ...walkInPatient, ...facts });
  expect((await book(slot?.slotUUID, { examinationID })).status).toBe(201);
  const { bookings } = responseOf(listOwnBookings, await doctor.get('/doctor/schedule/bookings'));
  expect(bookings).toMatchObject([
    { examination: { examinationID, name: 'КЛКТ обеих челюстей', rubles: 3500 } },
  ]);
  const planned = responseOf(listScheduleDays, await assistant.get(`/assistant${at}/days?from=${day}`));
  expect(planned.days[0]?.bookings).toMatchObject([{ examination: 'КЛКТ обеих челюстей' }]);
  const admin = await as(await make.assistant());
  const closed = { name: 'КЛКТ', studyType: 'cbct', preparation: '', active: false };
  await admin.put(`/assistant/examinations/${examinationID}`, closed);
  expect(refusal(await book(next?.slotUUID, { examinationID }))).toEqual([
    409,
    'Это исследование сейчас не проводится. Выберите другое',
  ]);
  expect((await book(next?.slotUUID, { examinationID: null })).status).toBe(201);
});
