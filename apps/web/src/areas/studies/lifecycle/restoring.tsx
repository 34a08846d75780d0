import { Group, Loader, Text } from '@mantine/core';

/** The files are on their way from the archive; the card asks again by itself. */
export const RestoringNotice = () => (
  <Group gap="sm" wrap="nowrap" role="status">
    <Loader size={18} color="yellow" aria-hidden />
    <Text>Восстанавливается, обычно несколько минут</Text>
  </Group>
);

const POLL_MS = 3000;

/** For the query of a list: asked again as long as a study in it is on its way. */
export const restorePollInterval = (list: { studies: { comingBack: boolean }[] } | undefined) =>
  list?.studies.some(({ comingBack }) => comingBack) ? POLL_MS : false;
