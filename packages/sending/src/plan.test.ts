import { expect, test } from 'vitest';
import { planUpload } from './plan.ts';

const chosen = (filename: string, bytes: number) => ({
  filename,
  file: new File([new Uint8Array(bytes)], filename),
});
const names = (files: { filename: string }[]) => files.map(({ filename }) => filename);

test('only what is missing is sent again', () => {
  const plan = planUpload(
    [chosen('whole.dcm', 10), chosen('half.dcm', 10), chosen('changed.dcm', 10), chosen('new.dcm', 10)],
    [
      { filename: 'whole.dcm', filesize: 10, uploaded: true },
      { filename: 'half.dcm', filesize: 10, uploaded: false },
      { filename: 'changed.dcm', filesize: 11, uploaded: true },
      { filename: 'other.dcm', filesize: 5, uploaded: true },
      { filename: 'never.dcm', filesize: 5, uploaded: false },
    ],
  );
  expect(names(plan.there)).toEqual(['whole.dcm']);
  expect(names(plan.missing)).toEqual(['half.dcm', 'changed.dcm', 'new.dcm']);
  expect(names(plan.onlyThere)).toEqual(['other.dcm']);
});
