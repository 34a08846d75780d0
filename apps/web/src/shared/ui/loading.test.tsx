import { StatisticsBoard } from '../../areas/administration/statistics/statistics-board.tsx';
import { goOffline } from '../../testing/go-offline.ts';
import { removeAll, showSignedIn } from '../../testing/show.tsx';
import { expect, page, test } from '../../testing/test.ts';
import { PagedTable } from '../lists/paged-table.tsx';

const notLoaded = page.getByText(/^Данных пока нет/);

test('statistics that are opened without a connection say that there are no data', async () => {
  goOffline();
  showSignedIn(<StatisticsBoard />);
  await expect.element(notLoaded).toBeVisible();
  await expect.element(page.getByLabelText('загрузка...')).not.toBeInTheDocument();
});

const columns = [{ label: 'Пациент', main: true, cell: ({ name }: { name: string }) => name }];
const table = {
  label: 'Пациенты',
  columns,
  rowKey: ({ name }: { name: string }) => name,
  empty: 'Никого нет',
};

test('a list without a connection shows neither an endless skeleton nor the rows of another page', async () => {
  goOffline();
  showSignedIn(<PagedTable {...table} page={undefined} rows={undefined} waiting={false} />);
  await expect.element(notLoaded).toBeVisible();
  removeAll();
  showSignedIn(
    <PagedTable
      {...table}
      page={{ currentOffset: 0, totalCount: 1 }}
      rows={[{ name: 'Ромашкина Алла' }]}
      waiting
    />,
  );
  await expect.element(notLoaded).toBeVisible();
  await expect.element(page.getByText('Ромашкина Алла')).not.toBeInTheDocument();
});

test('a list without a connection is not shown as empty because the previous page was empty', async () => {
  goOffline();
  showSignedIn(<PagedTable {...table} page={{ currentOffset: 0, totalCount: 0 }} rows={[]} waiting />);
  await expect.element(notLoaded).toBeVisible();
  await expect.element(page.getByText('Никого нет')).not.toBeInTheDocument();
});
