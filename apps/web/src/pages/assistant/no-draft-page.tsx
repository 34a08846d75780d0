import { Button, Group } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { HomeButton } from '../../areas/layout/screen.tsx';
import { Empty } from '../../shared/ui/empty.tsx';
import { Page } from '../../shared/ui/page.tsx';

/** Where a link to a report in work leads when there is none any more. It has the menu, which the editor does not have. */
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
