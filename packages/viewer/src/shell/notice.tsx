import { Loader, Progress, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './shell.module.css';
import { ToolButton } from '../controls/tool-button.tsx';

/** The screen of the viewer while there is no study to show. */
export const Notice = ({ children, onClose }: { children: ReactNode; onClose: (() => void) | undefined }) => (
  <>
    <header className={classes.header}>
      <div className={classes.patient}>
        <b>Онлайн-просмотр</b>
      </div>
      {onClose && <ToolButton icon={IconX} label="Закрыть" side="bottom" onClick={onClose} />}
    </header>
    <div className={classes.notice}>{children}</div>
  </>
);

export const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <div role="alert">
    <Title order={1} size="h2" mb="sm">
      {title}
    </Title>
    <Text component="div" c="dimmed" maw={460}>
      {children}
    </Text>
  </div>
);

/** `progress` (0 to 1) is null until the server reports that it makes the rendition. */
export const Preparing = ({ progress }: { progress: number | null }) =>
  progress === null ? (
    <div role="status">
      <Loader color="teal.5" mb="sm" aria-label="загрузка..." />
      <Text>Открываем исследование…</Text>
    </div>
  ) : (
    <div role="status">
      <Text mb="sm">Готовим снимки к просмотру</Text>
      <Progress w={260} value={progress * 100} aria-label="Подготовка снимков" />
    </div>
  );
