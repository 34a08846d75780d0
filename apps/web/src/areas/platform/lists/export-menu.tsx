import { Button, Menu } from '@mantine/core';
import { XLSX_MAX_ROWS } from '@snimok/contract/administration/table-exports';
import { IconFileExport } from '@tabler/icons-react';
import { useRight } from '../access/rights.ts';
import classes from './list-tools.module.css';
import { type ExportedList, saveList } from './save-list.ts';

const FORMATS = [
  { format: 'xlsx', label: 'Excel (XLSX)' },
  { format: 'csv', label: 'CSV' },
] as const;

interface ExportMenuProps extends ExportedList {
  /** the number of rows of the whole list; too many do not fit into a worksheet */
  totalCount?: number | undefined;
}

/** «Экспорт»: all pages of the list as a file, in its order and with its filters. */
export function ExportMenu({ totalCount = 0, ...exported }: ExportMenuProps) {
  if (!useRight('export')) return null;
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <Button
          className={classes.tool}
          title="Экспорт"
          variant="default"
          leftSection={<IconFileExport size={16} stroke={1.6} />}
        >
          Экспорт
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((one) => (
          <Menu.Item
            key={one.format}
            disabled={one.format === 'xlsx' && totalCount > XLSX_MAX_ROWS}
            onClick={() => saveList(exported, one.format)}
          >
            {one.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
