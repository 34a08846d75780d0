import { Button, NavLink as MenuLink, Tooltip } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { type Icon, IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { CommandPalette } from '../palette/command-palette.tsx';
import type { PaletteProps } from '../palette/palette-dialog.tsx';
import classes from './menu.module.css';

export interface MenuEntry {
  label: string;
  to: string;
  icon: Icon;
  /** highlighted on its subpages too */
  deep?: boolean;
  /** at the end of the line: a count of unread items */
  badge?: ReactNode;
  /** further words by which the list of commands finds it */
  words?: string;
}

export interface MenuGroup {
  /** the heading; a group without one stands alone */
  label?: string;
  /** the icon of the button that opens a folded group */
  icon?: Icon;
  /** its entries are hidden until they are asked for, or one of them is open */
  folded?: boolean;
  entries: MenuEntry[];
}

export interface MenuProps {
  /** above the groups: what people come for most */
  primary?: MenuEntry | undefined;
  menu: MenuGroup[];
  palette: PaletteProps;
  onChosen: () => void;
}

/** Icons only, with the labels as tooltips; as in menu.module.css. */
const RAIL = '(min-width: 768px) and (max-width: 1099px)';

export function Menu({ primary, menu, palette, onChosen }: MenuProps) {
  const isRail = useMediaQuery(RAIL, undefined, { getInitialValueInEffect: false });
  const entries = menu.flatMap((group) => group.entries);
  const commands = [...(primary ? [primary] : []), ...entries, ...palette.commands];
  return (
    <>
      {primary && <Primary entry={primary} isRail={isRail} onChosen={onChosen} />}
      {menu.map((group) => (
        <Group key={group.label ?? ''} group={group} isRail={isRail} onChosen={onChosen} />
      ))}
      <Labelled label="Команды" isRail={isRail}>
        <div className={classes.last}>
          <CommandPalette {...palette} className={classes.entry} commands={commands} />
        </div>
      </Labelled>
    </>
  );
}

interface PartProps {
  isRail: boolean;
  onChosen: () => void;
}

const Primary = ({ entry, isRail, onChosen }: PartProps & { entry: MenuEntry }) => (
  <Labelled label={entry.label} isRail={isRail}>
    <Button
      component={Link}
      to={entry.to}
      className={classes.primary}
      leftSection={<entry.icon size={20} stroke={1.6} />}
      onClick={onChosen}
    >
      {entry.label}
    </Button>
  </Labelled>
);

function Group({ group, ...part }: PartProps & { group: MenuGroup }) {
  const { label, folded, entries } = group;
  const labelID = useId();
  if (folded) return <FoldedGroup group={group} {...part} />;
  return (
    <div className={classes.group} {...(label && { role: 'group', 'aria-labelledby': labelID })}>
      {label && (
        <div id={labelID} className={classes.heading}>
          {label}
        </div>
      )}
      <Entries entries={entries} {...part} />
    </div>
  );
}

function FoldedGroup({ group, isRail, onChosen }: PartProps & { group: MenuGroup }) {
  const { label = '', icon: GroupIcon, entries } = group;
  const { pathname } = useLocation();
  const listID = useId();
  const [unfolded, { toggle }] = useDisclosure(entries.some(({ to }) => pathname.startsWith(to)));
  return (
    <div className={classes.group} role="group" aria-label={label}>
      <Labelled label={label} isRail={isRail}>
        <MenuLink
          component="button"
          label={label}
          className={classes.entry}
          aria-expanded={unfolded}
          aria-controls={listID}
          leftSection={GroupIcon && <GroupIcon size={20} stroke={1.6} />}
          rightSection={<IconChevronDown size={16} className={classes.chevron} />}
          onClick={toggle}
        />
      </Labelled>
      <div id={listID}>{unfolded && <Entries entries={entries} isRail={isRail} onChosen={onChosen} />}</div>
    </div>
  );
}

const Entries = ({ entries, isRail, onChosen }: PartProps & { entries: MenuEntry[] }) =>
  entries.map(({ label, to, icon: EntryIcon, deep, badge }) => (
    <Labelled key={to} label={label} isRail={isRail}>
      <MenuLink
        component={NavLink}
        to={to}
        end={!deep}
        label={label}
        className={classes.entry}
        leftSection={<EntryIcon size={20} stroke={1.6} />}
        rightSection={badge}
        onClick={onChosen}
      />
    </Labelled>
  ));

/** The entry has the same name for screen readers at every width, so the tooltip is for those who see only its icon. */
const Labelled = ({ label, isRail, children }: { label: string; isRail: boolean; children: ReactNode }) => (
  <Tooltip
    label={label}
    position="right"
    withArrow
    disabled={!isRail}
    events={{ hover: true, focus: true, touch: false }}
  >
    {children}
  </Tooltip>
);
