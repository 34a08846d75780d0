import { Button, Group } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { HomeButton } from '../../../shared/navigation/screen.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

/** The page of a link to a draft that no longer exists. Unlike the editor, it has the menu. */
export default function NoDraftPage() {
  return (
    <Page title="Черновика заключения нет">
      <Empty
        icon={IconFileOff}
        title="Черновик удалён или уже подписан"
        action={
          <Group justify="center" gap="xs" mt="sm">
            <HomeButton />
            <Button component={Link} to="/assistant-area/reports" variant="default">
              Открыть заключения
            </Button>
          </Group>
        }
      >
        Подписанное заключение есть в карточке пациента и в списке заключений.
      </Empty>
    </Page>
  );
}
