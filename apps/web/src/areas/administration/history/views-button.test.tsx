import { getPatientViews } from '@snimok/contract/administration/history';
import { listOwnPatientStudies } from '@snimok/contract/studies/studies';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { ViewsButton } from './views-button.tsx';

test('the list of views names a study as its card does', async ({ server }) => {
  server.answer(listOwnPatientStudies, {
    studies: [
      {
        studyID: 9,
        patientID: 3,
        doctorID: 5,
        type: 'cbct',
        status: 'available',
        comment: '',
        restored: false,
        createdAt: '2026-11-24T09:05:00.000Z',
        panoURL: null,
        examinedAt: {
          day: '2026-11-23',
          time: '17:40',
          offset: '+03:00',
          instant: '2026-11-23T14:40:00.000Z',
          source: 'files',
        },
        sizeBytes: null,
        imageCount: null,
        comingBack: false,
        patientName: 'Ромашкина Алла',
        doctorName: 'Клиника',
      },
    ],
    currentOffset: 0,
    totalCount: 1,
  });
  server.answer(getPatientViews, {
    events: [
      {
        eventID: 1,
        at: '2026-11-25T09:00:00.000Z',
        action: 'study.download',
        actorKind: 'share',
        actorName: null,
        studyID: 9,
        address: null,
      },
    ],
    currentOffset: 0,
    totalCount: 1,
  });
  showSignedIn(<ViewsButton patientID={3} />);
  await page.getByRole('button', { name: 'Кто смотрел' }).click();
  await expect.element(page.getByText('КЛКТ (3D) от 23.11.2026')).toBeVisible();
});
