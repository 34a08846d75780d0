import { expect, test } from 'vitest';
import { byStudyType, studyTypeOfFiles, takesFiles, VOLUMES_FIRST } from './study-types.ts';

test('choices offer volumes first', () => {
  expect(VOLUMES_FIRST).toEqual(['cbct', 'rg']);
});

test('a study with a volume takes single images too, and other studies take no volume', () => {
  expect(byStudyType((study) => byStudyType((files) => takesFiles(study, files)))).toEqual({
    rg: { rg: true, cbct: false },
    cbct: { rg: true, cbct: true },
  });
});

test('files with a volume are cone-beam tomography, and others are X-rays', () => {
  expect([studyTypeOfFiles(true), studyTypeOfFiles(false)]).toEqual(['cbct', 'rg']);
});
