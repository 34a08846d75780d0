import { Stack } from '@mantine/core';
import { IdentityEditor } from '../../areas/identity/identity-editor.tsx';
import { OwnImplantLines } from '../../areas/implants/own-lines.tsx';
import { sentences } from '../../shared/sentences.ts';
import { Boundary } from '../../shared/ui/boundary.tsx';
import { Page } from '../../shared/ui/page.tsx';

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
