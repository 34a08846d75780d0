import { expect, test } from 'vitest';
import { byStudyType, studyTypeOfFiles, takesFiles, VOLUMES_FIRST } from './study-types.ts';

test('choices list the type with a volume first', () => {
  expect(VOLUMES_FIRST).toEqual(['cbct', 'rg']);
});

test('a study with a volume also accepts single images, and a study without accepts no volume', () => {
  expect(byStudyType((study) => byStudyType((files) => takesFiles(study, files)))).toEqual({
    rg: { rg: true, cbct: false },
    cbct: { rg: true, cbct: true },
  });
});

test('files with a volume make a CBCT study, and other files an X-ray study', () => {
  expect([studyTypeOfFiles(true), studyTypeOfFiles(false)]).toEqual(['cbct', 'rg']);
});
