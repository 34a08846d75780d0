import type { FuzzedPortal } from './portal.ts';

type Row = Record<string, unknown>;

/** The fields that are the same after each reset. Ids, times and addresses of images are new. */
const FIELDS = ['name', 'email', 'featureFlags', 'sex', 'birthday', 'phone', 'text', 'image'];
const STUDY_FIELDS = ['patientName', 'doctorName', 'type', 'status', 'comment', 'restored'];

const factsOf = (rows: unknown, fields: readonly string[]): string[] =>
  ((rows ?? []) as Row[]).map((row) => JSON.stringify(fields.map((field) => row[field])));

/** What the visitors of a public demonstration see: clients, patients, studies, staff, the announcement and the booking. Sorted lines. */
export const visibleData = async (portal: FuzzedPortal): Promise<string[]> => {
  const read = async (role: 'assistant' | 'doctor', path: string): Promise<Row> => {
    const { status, body } = await portal.call(role, 'GET', path);
    if (status !== 200) throw new Error(`GET ${path}: status ${status}`);
    return body;
  };
  const doctors = ((await read('assistant', '/assistant/doctors')).doctors ?? []) as Row[];
  const patients = await Promise.all(
    doctors.map(({ doctorID }) => read('assistant', `/assistant/doctors/${String(doctorID)}/patients`)),
  );
  const studies = await read('assistant', '/assistant/studies');
  const staff = await read('assistant', '/assistant/staff');
  const locations = await read('doctor', '/doctor/schedule/locations');
  return [
    ...factsOf(doctors, FIELDS),
    ...patients.flatMap((page) => [String(page.totalCount), ...factsOf(page.patients, FIELDS)]),
    ...factsOf(studies.studies, STUDY_FIELDS),
    ...factsOf(Object.values(staff).find(Array.isArray), FIELDS),
    ...factsOf([await read('doctor', '/doctor/adv')], FIELDS),
    ...factsOf(locations.locations, FIELDS),
  ].toSorted();
};
