import { Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './rows-table.module.css';

export interface Column<Row> {
  label: string;
  /** of a column that people may hide */
  key?: string;
  cell: (row: Row) => ReactNode;
  /** in the header instead of the label */
  head?: ReactNode;
  width?: number | string;
  /** the cell with the link of the whole row; one per table */
  main?: boolean;
  /** for buttons: right-aligned, and without its label in a narrow list */
  actions?: boolean;
  /** for sortable columns: the current order, and the URL of the opposite order */
  sort?: { order: 'ascending' | 'descending' | 'none'; to: string };
}

export interface RowsTableProps<Row> {
  /** what the table lists, for screen readers */
  label: string;
  columns: Column<Row>[];
  /** undefined while they load; the header stays, and with it the focus, when they arrive */
  rows: Row[] | undefined;
  rowKey: (row: Row) => number | string;
  rowTo?: (row: Row) => string;
  /** how many grey rows are shown while the rows load */
  skeletonRows?: number | undefined;
  /** of many columns: its rows become cards in a list of up to 1000 px, not only of up to 760 px */
  wide?: boolean;
  /** prefetches the data of the row's page */
  onRowHover?: (row: Row) => void;
}

/** Rows, or cards where a row has no space: the same markup, arranged by CSS. */
export function RowsTable<Row>(table: RowsTableProps<Row>) {
  const { label, columns, rows, rowKey, rowTo, skeletonRows, wide, onRowHover } = table;
  return (
    <div className={classes.container} data-wide={wide || undefined}>
      <div className={classes.frame}>
        <table className={classes.table} aria-label={rows ? label : 'загрузка...'} aria-busy={!rows}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.label}
                  scope="col"
                  style={widthOf(column)}
                  aria-sort={column.sort && column.sort.order}
                >
                  <Head column={column} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows ? (
              rows.map((row) => (
                <tr
                  key={rowKey(row)}
                  className={rowTo ? classes.linked : undefined}
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
              ))
            ) : (
              <SkeletonRows columns={columns} rows={skeletonRows} />
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface SkeletonRowsProps<Row> {
  columns: Column<Row>[];
  rows?: number | undefined;
}

const SkeletonRows = <Row,>({ columns, rows = 10 }: SkeletonRowsProps<Row>) =>
  Array.from({ length: rows }, (_, row) => (
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
  ));

function Head<Row>({ column: { label, head, actions, sort } }: { column: Column<Row> }) {
  if (head) return head;
  if (actions) return <span className={classes.screenReaderOnly}>{label}</span>;
  if (!sort) return label;
  const Arrow = sort.order === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <Link to={sort.to} className={classes.sort} data-sorted={sort.order !== 'none' || undefined} replace>
      {label}
      <Arrow size={14} stroke={2} aria-hidden />
    </Link>
  );
}

/** In a custom property, because only wide tables use it. */
const widthOf = <Row,>({ width }: Column<Row>) =>
  ({ '--column-width': typeof width === 'number' ? `${width}px` : width }) as CSSProperties;

const cellClass = <Row,>({ main, actions }: Column<Row>) =>
  main ? classes.main : actions ? classes.actions : undefined;
