import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconUpload } from '@tabler/icons-react';
import { counted } from '@snimok/api-client/format-numbers';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { type ListedUpload, listUploads, subscribeToUploads } from './running-uploads.ts';
import classes from './uploads-indicator.module.css';

/** In the header: the uploads of this tab, from whichever page they were started. */
export function UploadsIndicator() {
  const uploads = useSyncExternalStore(subscribeToUploads, listUploads);
  return uploads.length > 0 && <Indicator uploads={uploads} />;
}

function Indicator({ uploads }: { uploads: ListedUpload[] }) {
  const percent = useSyncExternalStore(
    (listener) => {
      const ends = uploads.map(({ upload }) => upload.subscribe(listener));
      return () => ends.forEach((end) => end());
    },
    () => percentOf(uploads),
  );
  const hasFailed = uploads.some(({ upload }) => upload.snapshot.stage === 'failed');
  const label = hasFailed ? 'Загрузка остановлена' : `Загрузка: ${percent}\u00a0%`;
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <UnstyledButton
          className={classes.button}
          data-failed={hasFailed || undefined}
          aria-label={`${label}, ${counted(uploads.length, 'исследование', 'исследования', 'исследований')}`}
        >
          {hasFailed ? <IconAlertCircle size={18} aria-hidden /> : <IconUpload size={18} aria-hidden />}
          <span aria-hidden>{hasFailed ? 'Стоп' : `${percent}\u00a0%`}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {uploads.map(({ upload, patientName, path }) => (
          <Menu.Item key={upload.studyID} component={Link} to={path}>
            <Text size="sm" fw={500} truncate>
              {patientName}
            </Text>
            <Text size="sm" c="dimmed">
              {upload.snapshot.stage === 'failed'
                ? 'Загрузка остановлена'
                : `Загружено ${percentOf([{ upload }])}\u00a0%`}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Rounded down, so that 100 % appears only when everything has arrived. */
function percentOf(uploads: Pick<ListedUpload, 'upload'>[]): number {
  const progress = uploads.map(({ upload }) => upload.snapshot.progress);
  const total = progress.reduce((sum, { totalBytes }) => sum + totalBytes, 0);
  const sent = progress.reduce((sum, { share, totalBytes }) => sum + share * totalBytes, 0);
  return total === 0 ? 0 : Math.floor((sent / total) * 100);
}
