import { startReport } from '@snimok/contract/reporting/report-drafts';
import { listReportTemplates } from '@snimok/contract/reporting/report-templates';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test, userEvent } from '../../../testing/test.ts';
import { StartDialog } from './start-dialog.tsx';

const templateOf = (templateID: number, name: string) => ({
  templateID,
  name,
  studyType: 'cbct' as const,
  fields: [],
  withFindings: true,
  conclusion: '',
  version: 1,
  changedByName: null,
  changedAt: '2026-11-21T10:40:00.000Z',
});

test('a report is begun by Enter, because the first template has the focus', async ({ server }) => {
  server.answer(listReportTemplates, {
    templates: [templateOf(1, 'КЛКТ челюстей'), templateOf(2, 'КЛКТ ВНЧС')],
  });
  const started = server.answer(startReport, undefined);
  showSignedIn(<StartDialog studyID={7} studyType="cbct" opened onClose={() => undefined} />);
  await expect.element(page.getByRole('radio', { name: 'КЛКТ челюстей' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => started.length).toBe(1);
});
