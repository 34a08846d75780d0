import { Group } from '@mantine/core';
import { sentences } from '../../../shared/calls/sentences.ts';
import { CallButton } from '../../platform/letterhead/call-button.tsx';
import { HomeButton, Screen } from '../../../shared/navigation/screen.tsx';

/**
 * For a closed, an expired and a wrong link alike, so that it reveals nothing about a guess. Product 13.6 asks for the
 * words «requested page not found».
 */
export const NoAccessScreen = () => (
  <Screen
    title="Доступ закрыт или его срок истёк"
    action={
      <Group justify="center" gap="sm">
        <CallButton />
        <HomeButton variant="default" />
      </Group>
    }
  >
    {sentences.page.notFound}. Если ссылка скопирована не полностью, откройте её ещё раз из письма или с
    листа. Новую ссылку даст диагностический центр.
  </Screen>
);
