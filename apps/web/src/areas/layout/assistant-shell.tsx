import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { hasOneOf } from '../account/rights.ts';
import { assistantSettingsQuery } from '../account/settings.ts';
import { SignOutButton } from '../account/sign-out-button.tsx';
import { UnreadDot } from '../messenger/unread-badge.tsx';
import { AssistantSearch, findEverybody } from '../search/assistant-search.tsx';
import { commandsFor, menuFor } from './assistant-menu.tsx';
import { Shell } from './shell.tsx';

const findNothing = async () => [];

/** `uploads`: in the header, what is being sent. */
export function AssistantShell({ uploads }: { uploads: ReactNode }) {
  const { data: settings } = useQuery(assistantSettingsQuery);
  const searches = hasOneOf(settings, ['studies', 'clients']);
  return (
    <Shell
      home="/assistant-area/"
      menu={menuFor(settings)}
      palette={{
        commands: commandsFor(settings),
        label: searches ? 'пациент или клиент' : 'команда',
        queryKey: 'everybody',
        find: searches ? findEverybody : findNothing,
      }}
      menuBadge={settings?.chatEnabled && hasOneOf(settings, ['messenger']) && <UnreadDot />}
      // before the settings have loaded, as for most people
      search={(!settings || searches) && <AssistantSearch />}
      account={
        <>
          {uploads}
          <SignOutButton />
        </>
      }
    />
  );
}
