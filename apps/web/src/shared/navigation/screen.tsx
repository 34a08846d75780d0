import { Button, type ButtonProps, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LogoSymbol } from '../../shared/ui/logo-symbol.tsx';
import { useTitle } from './title.ts';
import classes from './screen.module.css';

interface ScreenProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** A full screen with one message, outside any area. */
export function Screen({ title, children, action = <HomeButton /> }: ScreenProps) {
  useTitle(title);
  return (
    <main className={classes.screen}>
      <Stack align="center" gap="sm" ta="center">
        <LogoSymbol size={48} />
        <Title order={1} mt="sm">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" maw={440}>
            {children}
          </Text>
        )}
        <div className={classes.action}>{action}</div>
      </Stack>
    </main>
  );
}

/** A link that loads a new document, because the application may have failed. */
export const HomeButton = ({ variant }: Pick<ButtonProps, 'variant'>) => (
  <Button component="a" href="/" {...(variant && { variant })}>
    Вернуться на главную
  </Button>
);
