import { Button, type ButtonProps } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../shared/calls/call.ts';
import { leaveSession } from '../../../shared/session/session.ts';
import { signOut } from './calls.ts';
import classes from './sign-out-button.module.css';

/** The sign-out in the list of commands. */
export const signOutCommand = {
  label: 'Выйти',
  icon: IconLogout,
  run: () => void leaveSession(() => call(signOut)),
};

export function SignOutButton(props: ButtonProps) {
  const [pending, setPending] = useState(false);
  const leave = async () => {
    setPending(true);
    await leaveSession(() => call(signOut));
    // the user may have cancelled the sign-out when asked about actions that wait until the connection returns
    setPending(false);
  };
  return (
    <Button
      variant="subtle"
      leftSection={<IconLogout size={18} stroke={1.7} />}
      className={classes.signOut}
      {...props}
      loading={pending}
      onClick={leave}
    >
      Выйти
    </Button>
  );
}
