import { Text } from '@mantine/core';
import { DuplicatesList } from '../../../areas/reception/move-and-merge/duplicates-list.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

/** Cards that may belong to one person. */
export default function DuplicatesPage() {
  return (
    <Page
      title="Возможные дубликаты"
      facts={
        <Text c="dimmed" mt={6} maw={720}>
          Карточки одного клиента с похожими именами и одинаковой датой рождения или телефоном. Объедините их,
          если это один человек, или отметьте, что люди разные: тогда пара больше не появится.
        </Text>
      }
    >
      <DuplicatesList />
    </Page>
  );
}
