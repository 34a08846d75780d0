import { Group, Select, Text } from '@mantine/core';
import { formatNumber } from '@snimok/api-client/format-numbers';
import type { StudyType } from '@snimok/contract/studies/study-types';
import { useState } from 'react';
import { dayOf } from '../../../shared/dates/dates.ts';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { ExportMenu } from '../../platform/lists/export-menu.tsx';
import { sumOf, typeColumns } from './by-type.ts';
import { lastMonths } from './periods.ts';
import { billingQuery, useFigures } from './queries.ts';
import classes from './statistics.module.css';
import { monthInWords } from './words.ts';

/** What the centre bills: the studies that became ready in a month, by client. */
export function Billing() {
  const months = lastMonths(dayOf(new Date()));
  const [month, setMonth] = useState(months[0] ?? '');
  const { figures, waiting } = useFigures(billingQuery(month));
  return (
    <section className={classes.card} aria-label="Для счетов">
      <h2 className={classes.heading}>Для счетов</h2>
      <Text c="dimmed">
        Исследование учтено в том месяце, в котором впервые стало готовым. Удалённых в списке нет.
      </Text>
      <Group gap="sm" align="flex-end">
        <Select
          label="Месяц"
          w={200}
          data={months.map((value) => ({ value, label: monthInWords(value) }))}
          value={month}
          allowDeselect={false}
          onChange={(value) => setMonth(value ?? month)}
        />
        <ExportMenu list="billing" query={{ month }} />
      </Group>
      <PagedTable
        label={`Исследования по клиентам, ${monthInWords(month)}`}
        columns={COLUMNS}
        page={figures && { ...figures, currentOffset: 0, totalCount: figures.clients.length }}
        rows={figures?.clients}
        waiting={waiting}
        skeletonRows={3}
        rowKey={({ doctorID }) => doctorID}
        empty={<Text c="dimmed">Готовых исследований в этом месяце нет.</Text>}
      />
    </section>
  );
}

interface Billed extends Record<StudyType, number> {
  doctorID: number;
  name: string;
}

const COLUMNS: Column<Billed>[] = [
  { label: 'Клиент', main: true, cell: ({ name }) => name || 'не указано' },
  ...typeColumns.map((column) => ({ ...column, width: 110 })),
  { label: 'Всего', width: 90, cell: (counts) => formatNumber(sumOf(counts)) },
];
