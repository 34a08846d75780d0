import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../../../shared/ui/logo.tsx';
import { useTitle } from '../../../shared/navigation/title.ts';
import { CentreContacts } from '../../platform/letterhead/centre-contacts.tsx';
import { useIdentity } from '../../platform/letterhead/use-identity.ts';
import { ArchPicture } from './arch-picture.tsx';
import classes from './entrance.module.css';

interface EntranceProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** The layout of the signed-out pages: a description of the portal on one side, the form on the other. */
export function Entrance({ title, hint, children }: EntranceProps) {
  useTitle(title);
  const centre = useIdentity();
  return (
    <div className={classes.entrance}>
      <aside className={classes.side}>
        <ArchPicture />
        <div>
          <p className={classes.line}>Снимки ваших пациентов всегда под рукой</p>
          <p className={classes.more}>
            Рентген и КЛКТ из диагностического центра: в одном личном кабинете, без дисков и пересылки.
          </p>
        </div>
      </aside>
      <main className={classes.main}>
        <div className={classes.form}>
          <Logo />
          <Title order={1} mt="xl" mb={hint ? 6 : 'lg'}>
            {title}
          </Title>
          {hint && (
            <Text c="dimmed" mb="lg">
              {hint}
            </Text>
          )}
          {children}
        </div>
        <div className={classes.centre}>
          <CentreContacts centre={centre} />
        </div>
      </main>
    </div>
  );
}
