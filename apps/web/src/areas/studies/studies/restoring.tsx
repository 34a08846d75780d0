import { Group, Loader, Text } from '@mantine/core';

/** Shown while the files are restored from the archive; the card polls for the end. */
export const RestoringNotice = () => (
  <Group gap="sm" wrap="nowrap" role="status">
    <Loader size={18} color="yellow" aria-hidden />
    <Text>Восстанавливается, обычно несколько минут</Text>
  </Group>
);

const POLL_MS = 3000;

export const ArchivedNotice = () => <Text c="dimmed">Файлы исследования перенесены в архив.</Text>;

/** The polling interval of a list while one of its studies is being restored, otherwise false. */
export const restorePollInterval = (list: { studies: { comingBack: boolean }[] } | undefined) =>
  list?.studies.some(({ comingBack }) => comingBack) ? POLL_MS : false;
