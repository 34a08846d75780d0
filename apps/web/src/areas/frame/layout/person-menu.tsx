import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { signOutCommand } from '../../people/accounts/sign-out-button.tsx';
import { useThemes } from '../../people/profile/themes.ts';
import classes from './person-menu.module.css';

interface PersonMenuProps {
  /** undefined until it has loaded */
  name: string | undefined;
  /** below the name */
  detail?: string | undefined;
  /** in full, because the header cuts long names */
  title?: string | undefined;
  profile: string;
}

/** Who is signed in, and what belongs to this person: profile, colour scheme and sign-out. */
export function PersonMenu({ name, detail, title = name, profile }: PersonMenuProps) {
  const { themes, theme, chooseTheme } = useThemes();
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.button} title={title}>
          <IconUserCircle size={24} stroke={1.5} aria-hidden className={classes.icon} />
          <span className={classes.words}>
            {name && <span className={classes.name}>{name}</span>}
            {detail && <span className={classes.detail}>{detail}</span>}
          </span>
          <VisuallyHidden>, профиль и оформление</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Text px="sm" py={6} size="sm" fw={600} className={classes.whole}>
          {title}
        </Text>
        <Menu.Item component={Link} to={profile} leftSection={<IconUserCircle size={18} stroke={1.6} />}>
          Профиль
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Оформление</Menu.Label>
        <Menu.RadioGroup value={theme} onChange={chooseTheme}>
          {themes.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<signOutCommand.icon size={18} stroke={1.6} />} onClick={signOutCommand.run}>
          {signOutCommand.label}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
