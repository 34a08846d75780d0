import { Text } from '@mantine/core';
import { formatNumber } from '@snimok/api-client/format-numbers';
import { type Column, RowsTable } from '../../../shared/lists/rows-table.tsx';
import { sumOf, typeColumns } from './by-type.ts';
import type { NamedCount, Statistics } from './queries.ts';
import classes from './statistics.module.css';
import { studiesInWords } from './words.ts';

interface RankingProps {
  title: string;
  /** the label of the first column */
  label: string;
  ranking: Statistics['clients'];
}

/** Who has the most studies of the period. */
export function Ranking({ title, label, ranking: { items, others } }: RankingProps) {
  const rest = sumOf(others);
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      {items.length === 0 ? (
        <Text c="dimmed">Исследований за это время нет.</Text>
      ) : (
        <RowsTable label={title} columns={columnsOf(label)} rows={items} rowKey={({ id }) => id} />
      )}
      {rest > 0 && <Text c="dimmed">И ещё {studiesInWords(rest)} у остальных.</Text>}
    </section>
  );
}

const columnsOf = (label: string): Column<NamedCount>[] => [
  { label, main: true, cell: ({ name }) => name || 'не указано' },
  ...typeColumns.map((column) => ({ ...column, width: 110 })),
  { label: 'Всего', width: 90, cell: (counts) => formatNumber(sumOf(counts)) },
];
