import { useQuery } from '@tanstack/react-query';
import { useRight } from '../../areas/account/rights.ts';
import { assistantSettingsQuery } from '../../areas/account/settings.ts';
import { useIdleSignOut } from '../../areas/account/use-idle-sign-out.ts';
import { DropAnywhere } from '../../areas/intake/drop-anywhere.tsx';
import { AssistantShell } from '../../areas/layout/assistant-shell.tsx';
import { isSending } from '../../areas/upload/send/running-uploads.ts';
import { UploadsIndicator } from '../../areas/upload/uploads-indicator.tsx';

/** The frame of all pages of the assistant area; files can be dropped on any of them. */
export function AssistantArea() {
  const uploads = useRight('studies');
  const { data: settings } = useQuery(assistantSettingsQuery);
  useIdleSignOut(settings?.sessionIdleSeconds, isSending);
  return (
    <>
      {uploads && <DropAnywhere />}
      <AssistantShell progress={<UploadsIndicator />} />
    </>
  );
}
