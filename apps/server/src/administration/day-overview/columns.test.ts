import { expect, test } from 'vitest';
import { placePatients } from './columns.ts';

const study = (id: number, patientID: number, type = 'rg') => ({ id, patientID, type });
const booking = (id: number, patientID: number | null, studyID: number | null = null, hasFiles = false) => ({
  id,
  patientID,
  studyID,
  hasFiles,
});
const nothing = { present: [], uploading: [], processing: [], published: [] };

const idsIn = (columns: ReturnType<typeof placePatients>['columns']) =>
  Object.fromEntries(Object.entries(columns).map(([name, entries]) => [name, entries.map(({ id }) => id)]));

test('a patient with several studies is in the column of the least advanced one, which lists the others', () => {
  const { columns } = placePatients(
    {
      present: [study(1, 10), study(2, 10), study(3, 11)],
      uploading: [study(4, 10, 'cbct'), study(5, 12)],
      processing: [study(6, 12)],
      published: [study(7, 11), study(8, 13), study(9, 13)],
    },
    [],
  );
  expect(idsIn(columns)).toEqual({ present: [1, 3], uploading: [5], processing: [], published: [8] });
  expect(columns.present.map(({ others }) => others)).toEqual([
    [
      { id: 2, type: 'rg', column: 'present' },
      { id: 4, type: 'cbct', column: 'uploading' },
    ],
    [{ id: 7, type: 'rg', column: 'published' }],
  ]);
});

test('a booked patient with a study in work is not expected, and her open booking is shown with the study', () => {
  const { expected, columns } = placePatients(
    { ...nothing, present: [study(1, 10)], processing: [study(2, 11)] },
    [booking(20, 10), booking(21, 11, 2, true), booking(22, null), booking(23, 12)],
  );
  expect(expected.map(({ id }) => id)).toEqual([22, 23]);
  expect(columns.present[0]?.openBookings).toMatchObject([{ id: 20 }]);
  expect(columns.processing[0]?.openBookings).toMatchObject([{ id: 21 }]);
});

test('a patient with a published study and a later booking is shown among the expected patients only', () => {
  const rows = { ...nothing, published: [study(1, 10), study(2, 11)] };
  const { expected, columns } = placePatients(rows, [booking(20, 10)]);
  expect(expected).toHaveLength(1);
  expect(idsIn(columns).published).toEqual([2]);
  // a booking whose study already has files is not expected
  const published = placePatients(rows, [booking(21, 10, 1, true)]);
  expect(published.expected).toEqual([]);
  expect(published.columns.published[0]?.openBookings).toMatchObject([{ id: 21 }]);
});
