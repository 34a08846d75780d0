import { STAFF_RIGHTS, type StaffRight } from '@snimok/contract/people/staff';

/** Also the default of a new employee, because most new employees work at the reception. */
export const RECEPTION: readonly StaffRight[] = ['studies', 'booking', 'messenger'];

/** Rights that belong to the usual positions at a centre. An account keeps rights, not the name of such a set. */
export const ROLE_PRESETS: readonly { label: string; rights: readonly StaffRight[] }[] = [
  // a signature belongs to the radiologist, so it is given separately
  { label: 'Администратор', rights: STAFF_RIGHTS.filter((right) => right !== 'report-writing') },
  { label: 'Рентген-лаборант', rights: ['studies', 'booking', 'reports', 'programs'] },
  { label: 'Врач-рентгенолог', rights: ['studies', 'reports', 'report-writing'] },
  { label: 'Регистратура', rights: RECEPTION },
];

/** The label of the preset with exactly these rights; undefined if there is none. */
export const presetOf = (rights: readonly StaffRight[]): string | undefined =>
  ROLE_PRESETS.find(
    (preset) =>
      preset.rights.length === rights.length && preset.rights.every((right) => rights.includes(right)),
  )?.label;
