import { NativeSelect } from '@mantine/core';
import classes from './list-tools.module.css';

interface OrderSelectProps<Sort extends string> {
  sorts: { value: Sort; label: string }[];
  value: Sort;
  onChange: (sort: Sort) => void;
}

/** The order of a narrow list, whose cards show no column headers to sort by. */
export const OrderSelect = <Sort extends string>({ sorts, value, onChange }: OrderSelectProps<Sort>) => (
  <NativeSelect
    className={classes.order}
    aria-label="Порядок"
    // the order may be one that only a column header offers
    data={sorts.some((sort) => sort.value === value) ? sorts : [{ value, label: 'Другой порядок' }, ...sorts]}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value as Sort)}
  />
);
