import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './list-tools.module.css';

interface ListToolsProps {
  /** what the list is restricted by, on the left */
  children?: ReactNode;
  /** what concerns the list as a whole, on the right */
  actions: ReactNode;
  /** the main action, which a narrow list shows too */
  main?: ReactNode;
  /** the list is restricted: the button that shows the controls of a narrow list says so */
  filtered?: boolean;
}

/** The line of controls above a list. A narrow list shows them after a click, because they would fill the screen of a phone. */
export function ListTools({ children, actions, main, filtered = false }: ListToolsProps) {
  const [opened, { toggle }] = useDisclosure();
  return (
    <div className={classes.container}>
      <div className={classes.tools} data-opened={opened || undefined}>
        <Button
          className={classes.switch}
          variant={filtered ? 'light' : 'default'}
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.6} />}
          aria-expanded={opened}
          onClick={toggle}
        >
          {filtered ? 'Список отфильтрован' : 'Фильтры и вид'}
        </Button>
        <div className={classes.group}>{children}</div>
        <div className={classes.group}>{actions}</div>
        {main}
      </div>
    </div>
  );
}
