import { useQuery } from '@tanstack/react-query';
import { useRight } from '../../areas/platform/access/rights.ts';
import { assistantSettingsQuery } from '../../areas/platform/access/settings.ts';
import { useIdleSignOut } from '../../areas/people/accounts/use-idle-sign-out.ts';
import { DropAnywhere } from '../../areas/reception/scan-intake/drop-anywhere.tsx';
import { AssistantShell } from '../../areas/frame/layout/assistant-shell.tsx';
import { isSending } from '../../areas/studies/uploads/send/running-uploads.ts';
import { UploadsIndicator } from '../../areas/studies/uploads/send/uploads-indicator.tsx';

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
