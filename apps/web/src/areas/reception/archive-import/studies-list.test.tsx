import { listImportStudies } from '@snimok/contract/reception/archive-import';
import { useState } from 'react';
import { REFRESH_MS } from '../../../shared/lists/use-list.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import type { Import, ImportedStudy } from './queries.ts';
import { StudiesList } from './studies-list.tsx';

const IMPORT: Import = {
  importID: 1,
  source: { kind: 'folder', path: '/srv/archive' },
  state: 'planning',
  problem: null,
  client: { doctorID: 7, name: 'Клиника «Белая линия»' },
  rateBytesSecond: null,
  hours: null,
  createdBy: 'Ольга Петрова',
  createdAt: '2026-11-29T08:35:00.000Z',
  plannedAt: null,
  confirmedBy: null,
  confirmedAt: null,
  finishedAt: null,
  totals: {
    studies: 1,
    patients: 1,
    newPatients: 1,
    problems: 0,
    outcomes: { existing: 0, new: 1, unsure: 0, duplicate: 0, 'left-out': 0 },
    states: { waiting: 1, sending: 0, processing: 0, done: 0, failed: 0, 'left-out': 0 },
    bytes: 1000,
    doneBytes: 0,
    estimatedSeconds: null,
    neededBytes: 2000,
    freeBytes: null,
  },
};

const STUDY: ImportedStudy = {
  rowID: 1,
  studyInstanceUID: '1.2.3',
  source: {
    patientName: 'Соколова Анна',
    patientID: 'A-1',
    birthDate: '19870314',
    sex: 'F',
    studyDate: '20200913',
    studyTime: null,
    accessionNumber: null,
    referringPhysician: null,
    description: null,
    modalities: ['CT'],
    instanceCount: 50,
    sizeBytes: 1000,
  },
  outcome: 'new',
  reason: null,
  decidedBy: null,
  newCard: {
    name: 'Соколова Анна',
    birthday: '1987-03-14',
    sex: 'female',
    phone: null,
    doctorID: 7,
    doctorName: 'Клиника «Белая линия»',
  },
  sameAs: null,
  card: null,
  candidates: [],
  state: 'waiting',
  error: null,
  studyID: null,
};

/** The list of an import whose reading ends when the button is pressed. */
function ReadArchive({ onEnd }: { onEnd: () => void }) {
  const [state, setState] = useState<Import['state']>('planning');
  const end = () => {
    onEnd();
    setState('planned');
  };
  return (
    <>
      <button onClick={end}>Прочитано</button>
      <StudiesList of={{ ...IMPORT, state }} />
    </>
  );
}

test('the studies that were found last are listed as soon as the archive is read', async ({ server }) => {
  let studies: ImportedStudy[] = [];
  server.answer(listImportStudies, () => ({ studies, currentOffset: 0, totalCount: studies.length }));
  showSignedIn(<ReadArchive onEnd={() => (studies = [STUDY])} />, '/assistant-area/archive-imports/1');
  await expect.element(page.getByText('Портал читает архив')).toBeVisible();
  await page.getByRole('button', { name: 'Прочитано' }).click();
  // sooner than the polling that every list has
  const timeout = REFRESH_MS - 2_000;
  await expect.element(page.getByRole('row', { name: /Соколова Анна/ }), { timeout }).toBeVisible();
});
