import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconRestore, IconTrash, IconZoomQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { timeLeft, TIME_IN_BIN } from '../../../shared/dates/bin-time.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { useRestoredRows } from './use-restored-rows.ts';

interface Deleted {
  deletedAt: string;
  deletedBy: string | null;
  keptUntil: string;
}

interface DeletedListProps<Row extends Deleted> {
  label: string;
  /** undefined until the first page has loaded */
  page: { currentOffset: number; totalCount: number } | undefined;
  rows: Row[] | undefined;
  waiting: boolean;
  /** identifies the page of the list: its offset and its search */
  list: { offset: number; query: string };
  columns: Column<Row>[];
  keyOf: (row: Row) => number;
  /** the name of the row's button, for screen readers */
  nameOf: (row: Row) => string;
  restore: (row: Row) => Promise<unknown>;
  /** shown after a restoration, with a button that opens `pathOf` */
  restoredNotice: (row: Row) => string;
  pathOf: (row: Row) => string;
  empty: string;
}

/** What was deleted, with a button to restore each row. */
export function DeletedList<Row extends Deleted>(props: DeletedListProps<Row>) {
  const { label, page, waiting, list, columns, keyOf, nameOf, empty } = props;
  const { rows, isRestored, markRestored, added } = useRestoredRows(props.rows, keyOf, JSON.stringify(list));
  const showRestored = useRestoredNotice();
  const restore = async (row: Row) => {
    await props.restore(row);
    markRestored(row);
    showRestored(props.restoredNotice(row), props.pathOf(row));
  };
  const actions: Column<Row> = {
    label: 'Действия',
    actions: true,
    width: 156,
    cell: (row) =>
      isRestored(row) ? (
        <Restored />
      ) : (
        <RestoreButton label={`Восстановить: ${nameOf(row)}`} restore={() => restore(row)} />
      ),
  };
  return (
    <PagedTable
      label={label}
      columns={[...columns, deletionColumn as Column<Row>, timeLeftColumn as Column<Row>, actions]}
      page={page && { ...page, totalCount: page.totalCount + added }}
      rows={rows}
      waiting={waiting}
      skeletonRows={5}
      rowKey={keyOf}
      empty={
        list.query ? (
          <Empty icon={IconZoomQuestion} title="В корзине ничего не найдено">
            Проверьте имя пациента или клиента. Удалённое больше {TIME_IN_BIN} назад вернуть нельзя.
          </Empty>
        ) : (
          <Empty icon={IconTrash} title="Корзина пуста">
            {empty}
          </Empty>
        )
      }
    />
  );
}

const deletionColumn: Column<Deleted> = {
  label: 'Удалено',
  width: '18%',
  cell: ({ deletedAt, deletedBy }) => `${formatMoment(deletedAt)}, ${deletedBy ?? 'кто удалил, неизвестно'}`,
};

const timeLeftColumn: Column<Deleted> = {
  label: 'Осталось',
  width: 96,
  cell: ({ keptUntil }) => timeLeft(keptUntil),
};

const Restored = () => (
  <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
    <IconCheck size={18} stroke={1.8} color="var(--mantine-color-green-6)" aria-hidden />
    Восстановлено
  </Group>
);

/** The row keeps its place after the restoration, and the button is replaced by a text. */
function RestoreButton({ label, restore }: { label: string; restore: () => Promise<unknown> }) {
  const [pending, setPending] = useState(false);
  const runSingle = useSingleFlight();
  const run = async () => {
    setPending(true);
    try {
      await restore();
    } catch (reason) {
      showFailure(reason);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      variant="light"
      color="yellow"
      size="xs"
      c="var(--mantine-color-text)"
      leftSection={<IconRestore size={16} stroke={1.8} />}
      aria-label={label}
      loading={pending}
      onClick={() => runSingle(run)}
    >
      Восстановить
    </Button>
  );
}

const NOTICE_MS = 10_000;

/** A notice with a button that opens what was restored. */
function useRestoredNotice() {
  const navigate = useNavigate();
  return (message: string, path: string) => {
    const id = notifications.show({
      message: (
        <Group justify="space-between" wrap="nowrap">
          {message}
          <Button
            variant="subtle"
            size="compact-md"
            flex="none"
            onClick={() => {
              notifications.hide(id);
              navigate(path);
            }}
          >
            Открыть
          </Button>
        </Group>
      ),
      color: 'green',
      autoClose: NOTICE_MS,
      closeButtonProps: { 'aria-label': 'Закрыть' },
    });
  };
}
