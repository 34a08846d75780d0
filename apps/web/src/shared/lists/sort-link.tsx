import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './rows-table.module.css';

interface SortLinkProps {
  label: string;
  /** the current order, and the URL of the opposite order */
  sort: { order: 'ascending' | 'descending' | 'none'; to: string };
}

/** The header of a sortable column, with an arrow. */
export function SortLink({ label, sort }: SortLinkProps) {
  const Arrow = sort.order === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <Link to={sort.to} className={classes.sort} data-sorted={sort.order !== 'none' || undefined} replace>
      {label}
      <Arrow size={14} stroke={2} aria-hidden />
    </Link>
  );
}
