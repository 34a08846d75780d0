import { Text } from '@mantine/core';
import { formatNumber } from '@snimok/api-client/format-numbers';
import { STUDY_TYPE_LABELS } from '@snimok/contract/studies';
import { type Column, RowsTable } from '../../shared/ui/rows-table.tsx';
import type { NamedCount, Statistics } from './queries.ts';
import classes from './statistics.module.css';
import { studiesInWords } from './words.ts';

interface RankingProps {
  title: string;
  /** of the first column */
  label: string;
  ranking: Statistics['clients'];
}

/** Who has the most studies of the period. */
export function Ranking({ title, label, ranking: { items, others } }: RankingProps) {
  const rest = others.rg + others.cbct;
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
  { label: STUDY_TYPE_LABELS.rg, width: 110, cell: ({ rg }) => formatNumber(rg) },
  { label: STUDY_TYPE_LABELS.cbct, width: 110, cell: ({ cbct }) => formatNumber(cbct) },
  { label: 'Всего', width: 90, cell: ({ rg, cbct }) => formatNumber(rg + cbct) },
];
