import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './rows-table.module.css';

export interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  width?: number | string;
  /** the cell that carries the link of the whole row; one per table */
  main?: boolean;
  /** buttons and the like: stands at the right, without its label on a phone */
  actions?: boolean;
}

interface RowsTableProps<Row> {
  /** what the table lists, for screen readers */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => number | string;
  rowTo?: (row: Row) => string;
  /** prefetch what a click on the row would need */
  onRowHover?: (row: Row) => void;
}

/** Dense rows on a screen, cards on a phone: one document, two shapes by CSS. */
export function RowsTable<Row>({ label, columns, rows, rowKey, rowTo, onRowHover }: RowsTableProps<Row>) {
  return (
    <Frame label={label} columns={columns}>
      {rows.map((row) => (
        <tr
          key={rowKey(row)}
          className={rowTo ? classes.leading : undefined}
          onMouseEnter={onRowHover && (() => onRowHover(row))}
          onFocus={onRowHover && (() => onRowHover(row))}
        >
          {columns.map((column) => (
            <td key={column.label} className={cellClass(column)} data-label={column.label}>
              {column.main && rowTo ? (
                <Link to={rowTo(row)} className={classes.link}>
                  {column.cell(row)}
                </Link>
              ) : (
                column.cell(row)
              )}
            </td>
          ))}
        </tr>
      ))}
    </Frame>
  );
}

interface RowsSkeletonProps<Row> {
  columns: Column<Row>[];
  rows?: number;
}

export function RowsSkeleton<Row>({ columns, rows = 10 }: RowsSkeletonProps<Row>) {
  return (
    <Frame label="загрузка..." columns={columns} busy>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <tr key={row}>
          {columns.map((column) => (
            <td key={column.label} className={cellClass(column)} data-label={column.label}>
              <Skeleton
                height={column.actions ? 28 : 12}
                width={column.actions ? 140 : column.main ? `${45 + ((row * 17) % 35)}%` : 84}
                radius="sm"
                style={{ display: 'inline-block', verticalAlign: 'middle' }}
              />
            </td>
          ))}
        </tr>
      ))}
    </Frame>
  );
}

interface FrameProps<Row> {
  label: string;
  columns: Column<Row>[];
  busy?: boolean;
  children: ReactNode;
}

function Frame<Row>({ label, columns, busy, children }: FrameProps<Row>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label} aria-busy={busy}>
        <thead>
          <tr>
            {columns.map(({ label: head, width, actions }) => (
              <th key={head} scope="col" style={{ width }}>
                {actions ? <span className={classes.spoken}>{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const cellClass = <Row,>({ main, actions }: Column<Row>) =>
  main ? classes.main : actions ? classes.actions : undefined;
