import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import { hasOneOf } from '../../platform/access/rights.ts';
import { assistantSettingsQuery } from '../../platform/access/settings.ts';
import { UnreadDot } from '../../messaging/messenger/unread-badge.tsx';
import { AssistantSearch, findEverybody, patientHit } from '../../people/search/assistant-search.tsx';
import { profileQuery } from '../../people/profile/queries.ts';
import { commandsFor, menuFor, primaryFor, PROFILE } from './assistant-menu.tsx';
import { assistantActions } from './found-actions.ts';
import { PersonMenu } from './person-menu.tsx';
import { Shell } from './shell.tsx';

/** Loaded only by a public demonstration. */
const DemoNotice = lazy(() => import('../../administration/public-demo/demo-notice.tsx'));

const findNothing = async () => [];

/** `progress` is shown in the header: the work that this tab does, such as uploads. */
export function AssistantShell({ progress }: { progress: ReactNode }) {
  const { data: settings } = useQuery(assistantSettingsQuery);
  const searches = hasOneOf(settings, ['studies', 'clients']);
  return (
    <Shell
      home="/assistant-area/"
      primary={primaryFor(settings)}
      menu={menuFor(settings)}
      palette={{
        commands: commandsFor(settings),
        label: searches ? 'пациент или клиент' : 'команда',
        queryKey: 'everybody',
        find: searches ? findEverybody : findNothing,
        hitOf: patientHit,
        actionsOf: assistantActions(settings),
      }}
      menuBadge={settings?.chatEnabled && hasOneOf(settings, ['messenger']) && <UnreadDot />}
      // shown before the settings have loaded, because most people have it
      search={(!settings || searches) && <AssistantSearch />}
      progress={progress}
      person={<Person />}
      notice={settings?.demoEndsAt && <DemoNotice endsAt={settings.demoEndsAt} other="doctor" />}
    />
  );
}

function Person() {
  const { data: profile } = useQuery(profileQuery);
  return (
    <PersonMenu name={profile?.name} detail={profile ? undefined : 'загрузка...'} profile={PROFILE.to} />
  );
}
