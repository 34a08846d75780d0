import { useRight } from '../../areas/account/rights.ts';
import { DropAnywhere } from '../../areas/intake/drop-anywhere.tsx';
import { AssistantShell } from '../../areas/layout/assistant-shell.tsx';
import { UploadsIndicator } from '../../areas/upload/uploads-indicator.tsx';

/** The frame of all pages of the assistant area; files can be dropped on any of them. */
export function AssistantArea() {
  const uploads = useRight('studies');
  return (
    <>
      {uploads && <DropAnywhere />}
      <AssistantShell uploads={<UploadsIndicator />} />
    </>
  );
}
