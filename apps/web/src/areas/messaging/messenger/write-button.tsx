import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { hasOneOf } from '../../platform/access/rights.ts';
import { assistantSettingsQuery } from '../../platform/access/settings.ts';

/** A link to the dialog with a client; hidden while the chat is switched off, and without the right to it. */
export function WriteButton({ doctorID }: { doctorID: number }) {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  if (!settings.chatEnabled || !hasOneOf(settings, ['messenger'])) return null;
  return (
    <Button
      component={Link}
      to={`/assistant-area/messenger?dialog=${doctorID}`}
      variant="default"
      leftSection={<IconMessage size={18} stroke={1.6} />}
    >
      Написать
    </Button>
  );
}
