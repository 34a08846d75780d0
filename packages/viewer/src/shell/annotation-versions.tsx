import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { useStore } from '../state/store.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import classes from './panels.module.css';

type Versions = Awaited<ReturnType<NonNullable<AnnotationsStore['versions']>>>;

interface VersionsDialogProps {
  annotations: AnnotationsStore;
  opened: boolean;
  onClose: () => void;
}

/** The earlier versions of the annotations of all authors; a chosen one is shown in the panes. */
export const VersionsDialog = ({ annotations, opened, onClose }: VersionsDialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title="Версии разметки"
    closeButtonProps={{ 'aria-label': 'Закрыть' }}
  >
    {opened && <VersionList annotations={annotations} onClose={onClose} />}
  </Modal>
);

function VersionList({ annotations, onClose }: Pick<VersionsDialogProps, 'annotations' | 'onClose'>) {
  const { formatMoment, explain } = useViewerHost();
  const [versions, setVersions] = useState<Versions>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let isWanted = true;
    annotations.versions?.().then(
      (found) => isWanted && setVersions(found),
      (reason: unknown) => isWanted && setFailure(reason),
    );
    return () => {
      isWanted = false;
    };
  }, [annotations]);
  const show = (versionID: string) => annotations.showVersion(versionID).then(onClose, setFailure);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Прежний вид сохраняется не чаще раза в десять минут. Выбранную версию можно посмотреть, а свою и
        восстановить.
      </Text>
      {failure !== undefined && (
        <Text c="red.4" role="alert">
          {explain(failure, 'Не удалось загрузить версии. Повторите попытку.')}
        </Text>
      )}
      {!versions && failure === undefined && <Loader aria-label="загрузка..." />}
      {versions?.length === 0 && <Text>Прежних версий пока нет.</Text>}
      <div className={classes.annotationList}>
        {versions?.map(({ versionID, authorName, savedAt, count, landmarks = 0 }) => (
          <button
            key={versionID}
            type="button"
            className={classes.annotationRow}
            onClick={() => void show(versionID)}
          >
            {formatMoment(savedAt)}
            <span>
              {authorName} · пометок: {count}
              {landmarks > 0 && ` · точек ТРГ: ${landmarks}`}
            </span>
          </button>
        ))}
      </div>
    </Stack>
  );
}

/** While an earlier version is shown: whose and of when it is, and the way back. */
export function VersionBar({ annotations }: { annotations: AnnotationsStore }) {
  const { formatMoment } = useViewerHost();
  const version = useStore(annotations, (all) => all.version);
  if (!version) return null;
  return (
    <section className={classes.versionBar} aria-label="Версия разметки">
      <span role="status">
        Разметка от {formatMoment(version.savedAt)}, {version.authorName}. Только просмотр.
      </span>
      <Group gap={6}>
        {version.own && (
          <Button size="compact-md" onClick={() => annotations.restoreVersion()}>
            Восстановить
          </Button>
        )}
        <Button size="compact-md" variant="default" onClick={() => annotations.set({ version: undefined })}>
          К нынешней разметке
        </Button>
      </Group>
    </section>
  );
}
