import type { OverviewColumn } from '@snimok/contract/administration/day-overview';
import type { z } from 'zod';

type Column = z.output<typeof OverviewColumn>;

/** Ordered by the next step: steps of an assistant come before steps of the portal. */
const COLUMNS = ['present', 'uploading', 'processing', 'published'] as const satisfies readonly Column[];

interface StudyOfPatient {
  id: number;
  patientID: number;
  type: string;
}

interface BookingOfPatient {
  patientID: number | null;
  studyID: number | null;
  /** its planned study has an upload */
  hasFiles: boolean;
}

type ByColumn = Record<Column, StudyOfPatient[]>;

export interface Other<Row extends StudyOfPatient> {
  id: number;
  type: Row['type'];
  column: Column;
}

/** The only entry of a patient: a study, the patient's other studies, and the bookings without a recorded arrival. */
type Entry<Row extends StudyOfPatient, Booking> = Row & { others: Other<Row>[]; openBookings: Booking[] };

/**
 * Puts each patient into one column: the first column with one of her studies. A patient whose studies are all published is
 * expected instead if she has a booking.
 */
export const placePatients = <Rows extends ByColumn, Booking extends BookingOfPatient>(
  rows: Rows,
  bookings: Booking[],
): {
  expected: Booking[];
  columns: { [Name in Column]: Entry<Rows[Name][number], Booking>[] };
} => {
  const studies = COLUMNS.flatMap((column) => rows[column].map((row) => ({ ...row, column })));
  const ofPatients = Map.groupBy(studies, ({ patientID }) => patientID);
  const patientOf = new Map(studies.map(({ id, patientID }) => [id, patientID]));
  const isExpected = (booking: Booking): boolean => {
    if (booking.hasFiles) return false;
    const [first] = (booking.patientID !== null && ofPatients.get(booking.patientID)) || [];
    return first === undefined || first.column === 'published';
  };
  const expected = bookings.filter(isExpected);
  const come = Map.groupBy(
    bookings.filter((booking) => !isExpected(booking)),
    ({ patientID, studyID }) => (studyID === null ? undefined : patientOf.get(studyID)) ?? patientID,
  );
  const awaited = new Set(expected.flatMap(({ patientID }) => patientID ?? []));
  const entriesOf = <Row extends StudyOfPatient>(column: Column, all: Row[]): Entry<Row, Booking>[] => {
    const seen = new Set<number>();
    return all.flatMap((row) => {
      const { patientID } = row;
      const own = ofPatients.get(patientID) ?? [];
      if (own[0]?.column !== column || seen.has(patientID) || awaited.has(patientID)) return [];
      seen.add(patientID);
      const others = own
        .filter(({ id }) => id !== row.id)
        .map(({ id, type, column: of }) => ({ id, type, column: of }));
      return { ...row, others, openBookings: come.get(patientID) ?? [] };
    });
  };
  return {
    expected,
    columns: {
      present: entriesOf('present', rows.present),
      uploading: entriesOf('uploading', rows.uploading),
      processing: entriesOf('processing', rows.processing),
      published: entriesOf('published', rows.published),
    },
  };
};
