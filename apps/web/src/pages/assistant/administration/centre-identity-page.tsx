import { Stack } from '@mantine/core';
import { IdentityEditor } from '../../../areas/administration/centre-identity/identity-editor.tsx';
import { OwnImplantLines } from '../../../areas/viewing/implants/own-lines.tsx';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Boundary } from '../../../shared/failures/boundary.tsx';
import { Page } from '../../../shared/navigation/page.tsx';

export default function CentreIdentityPage() {
  return (
    <Page title="Данные центра">
      <Stack gap="xl">
        <IdentityEditor />
        <Boundary title={sentences.page.partFailed}>
          <OwnImplantLines />
        </Boundary>
      </Stack>
    </Page>
  );
}
