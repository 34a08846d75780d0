import { expect, test } from 'vitest';
import { planResume } from './resume-plan.ts';

const chosen = (filename: string, bytes: number) => ({
  filename,
  file: new File([new Uint8Array(bytes)], filename),
});
const names = (files: { filename: string }[]) => files.map(({ filename }) => filename);

test('only missing files are sent again', () => {
  const plan = planResume(
    [chosen('whole.dcm', 10), chosen('half.dcm', 10), chosen('changed.dcm', 10), chosen('new.dcm', 10)],
    [
      { filename: 'whole.dcm', filesize: 10, uploaded: true },
      { filename: 'half.dcm', filesize: 10, uploaded: false },
      { filename: 'changed.dcm', filesize: 11, uploaded: true },
      { filename: 'other.dcm', filesize: 5, uploaded: true },
      { filename: 'never.dcm', filesize: 5, uploaded: false },
    ],
  );
  expect(names(plan.stored)).toEqual(['whole.dcm']);
  expect(names(plan.missing)).toEqual(['half.dcm', 'changed.dcm', 'new.dcm']);
  expect(names(plan.onlyStored)).toEqual(['other.dcm']);
});

test('stored parts of an incomplete file count, unless its size differs', () => {
  const parts = { partSize: 4, there: [1, 3, 3].map((number) => ({ number, checksum: '00000000' })) };
  const half = { filename: 'half.zip', filesize: 10, uploaded: false, parts };
  // the last part is short, and a number that occurs twice counts once
  expect(planResume([chosen('half.zip', 10)], [half]).storedPartBytes).toBe(6);
  expect(planResume([chosen('half.zip', 11)], [half]).storedPartBytes).toBe(0);
  expect(planResume([chosen('half.zip', 10)], [{ ...half, uploaded: true }]).storedPartBytes).toBe(0);
});
