import { NativeSelect } from '@mantine/core';
import classes from './list-tools.module.css';

interface ListFilterProps {
  label: string;
  /** the choice without a restriction */
  all: string;
  options: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string) => void;
}

/** Restricts a list to one value of a column. */
export const ListFilter = ({ label, all, options, value = '', onChange }: ListFilterProps) => (
  <NativeSelect
    className={classes.filter}
    miw={140}
    aria-label={label}
    data={[{ value: '', label: all }, ...options]}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
