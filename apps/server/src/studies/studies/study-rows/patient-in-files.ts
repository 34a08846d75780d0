/** The patient of a study's files as its device wrote them. */
export interface PatientInFiles {
  name: string | null;
  /** YYYY-MM-DD */
  birthDate: string | null;
  sex: string | null;
}

type Named = Omit<PatientInFiles, 'sex'>;

/** An assistant has compared files and card, and they belong together. */
export interface ConfirmedPatient {
  inFiles: Named;
  /** further persons whom the files name */
  others?: Named[];
  card: { name: string; birthday: string | null };
  byName: string;
  reason?: string;
}

export const isSamePatient = (one: Named, other: Named | null): boolean =>
  other !== null && one.name === other.name && one.birthDate === other.birthDate;

/** Whether exactly these were compared: other files, or another name or birth date in the card, have to be confirmed again. */
export const isConfirmed = (
  confirmed: ConfirmedPatient | null,
  people: readonly Named[],
  { name, birthday }: ConfirmedPatient['card'],
): confirmed is ConfirmedPatient =>
  confirmed !== null &&
  people.every((person) =>
    [confirmed.inFiles, ...(confirmed.others ?? [])].some((one) => isSamePatient(one, person)),
  ) &&
  confirmed.card.name === name &&
  confirmed.card.birthday === birthday;
