import { Skeleton } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './rows-table.module.css';
import { useConnectionLost } from '../connection/connection.ts';
import { SortLink } from './sort-link.tsx';
import { NotLoaded } from '../ui/loading.tsx';

export interface Column<Row> {
  label: string;
  /** set for a column that people may hide */
  key?: string;
  cell: (row: Row) => ReactNode;
  /**
   * The whole text of a cell, which is shown on hover if it does not fit into its line. A cell that is only a text does not need
   * it; with `null` the cell may have several lines.
   */
  whole?: ((row: Row) => string | undefined) | null;
  /** in the header instead of the label */
  head?: ReactNode;
  /** in a table that is wide enough for one line per row; columns without it share the rest */
  width?: number | string;
  /** left out while the table is narrower than 900 px; a card shows it */
  minor?: boolean;
  /** the cell with the link of the whole row; one per table */
  main?: boolean;
  /** for a checkbox, which is in the corner of a card */
  box?: boolean;
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
  /** prefetches the data of the row's page */
  onRowHover?: (row: Row) => void;
}

/** Rows, or cards where a row has no space: the same markup, arranged by CSS. */
export function RowsTable<Row>(table: RowsTableProps<Row>) {
  const { label, columns, rows, rowKey, rowTo, skeletonRows, onRowHover } = table;
  return (
    <div className={classes.container}>
      <div className={classes.frame}>
        <table className={classes.table} aria-label={rows ? label : 'загрузка...'} aria-busy={!rows}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.label}
                  scope="col"
                  data-minor={column.minor}
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
                  <Cells columns={columns} row={row} to={rowTo?.(row)} />
                </tr>
              ))
            ) : (
              <LoadingRows columns={columns} rows={skeletonRows} />
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface CellsProps<Row> {
  columns: Column<Row>[];
  row: Row;
  /** where the row leads */
  to: string | undefined;
}

function Cells<Row>({ columns, row, to }: CellsProps<Row>) {
  const cells = columns.map((column) => {
    const content = column.cell(row);
    const whole = column.whole === undefined && typeof content === 'string' ? content : column.whole?.(row);
    return { column, content, whole };
  });
  // the link lies over all cells, so the pointer never reaches their own titles
  const ofRow = cells
    .flatMap(({ column: { label, width }, whole }) =>
      whole === undefined || typeof width === 'number' ? [] : [`${label}: ${whole}`],
    )
    .join('\n');
  return cells.map(({ column, content, whole }) => {
    const isLink = column.main && to !== undefined;
    return (
      <td
        key={column.label}
        className={cellClass(column)}
        data-label={column.label}
        data-minor={column.minor}
        data-line={whole !== undefined || undefined}
        title={isLink ? ofRow : whole}
      >
        {isLink ? (
          <Link to={to} className={classes.link}>
            {content}
          </Link>
        ) : (
          content
        )}
      </td>
    );
  });
}

interface SkeletonRowsProps<Row> {
  columns: Column<Row>[];
  rows?: number | undefined;
}

function LoadingRows<Row>(props: SkeletonRowsProps<Row>) {
  if (!useConnectionLost()) return <SkeletonRows {...props} />;
  return (
    <tr>
      <td colSpan={props.columns.length} className={classes.main}>
        <NotLoaded />
      </td>
    </tr>
  );
}

const SkeletonRows = <Row,>({ columns, rows = 10 }: SkeletonRowsProps<Row>) =>
  Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {columns.map((column) => (
        <td
          key={column.label}
          className={cellClass(column)}
          data-label={column.label}
          data-minor={column.minor}
        >
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
  return <SortLink label={label} sort={sort} />;
}

/** The width is in a custom property, because only wide tables use it. */
const widthOf = <Row,>({ width }: Column<Row>) =>
  ({ '--column-width': typeof width === 'number' ? `${width}px` : width }) as CSSProperties;

const cellClass = <Row,>({ main, actions, box }: Column<Row>) =>
  main ? classes.main : actions ? classes.actions : box ? classes.box : undefined;
