import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import classes from './list-tools.module.css';
import type { Choosable, ColumnChoice } from './use-columns.ts';

interface ColumnMenuProps<Row> {
  choice: ColumnChoice;
  columns: Column<Row>[];
  /** parts of the main cell that can be hidden like columns */
  parts?: Choosable[] | undefined;
}

/** «Столбцы»: what the rows, or the cards of a narrow list, show. */
export function ColumnMenu<Row>({ choice, columns, parts = [] }: ColumnMenuProps<Row>) {
  const choosable: Choosable[] = [
    ...parts,
    ...columns.flatMap(({ key, label }) => (key === undefined ? [] : { key, label })),
  ];
  const allShown = choosable.every(({ key }) => choice.shows(key));
  return (
    <Popover position="bottom-end" shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button
          className={classes.tool}
          title="Столбцы"
          variant="default"
          leftSection={<IconColumns3 size={16} stroke={1.6} />}
        >
          Столбцы
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Столбцы">
        <Stack gap="sm">
          {choosable.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={choice.shows(key)}
              onChange={({ currentTarget }) => choice.show(key, currentTarget.checked)}
            />
          ))}
          <Button variant="subtle" size="xs" disabled={allShown} onClick={choice.showAll}>
            Показать все
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
