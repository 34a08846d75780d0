import { Button, Loader } from '@mantine/core';
import { ExternalFrame } from '../../areas/studies/recipient/external-frame.tsx';
import { NoAccessScreen } from '../../areas/studies/recipient/no-access-screen.tsx';
import { PatientStudy } from '../../areas/studies/recipient/patient-study.tsx';
import { PINForm } from '../../areas/studies/recipient/pin-form.tsx';
import { SharedStudy } from '../../areas/studies/recipient/shared-study.tsx';
import { useFragment } from '../../areas/studies/recipient/use-fragment.ts';
import { useSharedStudy } from '../../areas/studies/recipient/use-shared-study.ts';
import { Screen } from '../../shared/navigation/screen.tsx';
import { explain } from '../../shared/calls/explain.ts';
import { sentences } from '../../shared/calls/sentences.ts';

/** `/external-area/study#{token}`: for every user who has the link, signed in or not. */
export default function ExternalStudyPage() {
  const token = useFragment();
  return <SharedStudyScreen key={token} token={token} />;
}

function SharedStudyScreen({ token }: { token: string }) {
  const { state, open, refuse } = useSharedStudy(token);
  switch (state.kind) {
    case 'gone':
      return <NoAccessScreen />;
    case 'failed':
      return (
        <Screen title={sentences.page.failed} action={<Button onClick={() => open()}>Повторить</Button>}>
          {explain(state.reason)}
        </Screen>
      );
    case 'loading':
      return (
        <ExternalFrame>
          <Loader role="img" aria-label="загрузка..." />
        </ExternalFrame>
      );
    case 'locked':
      return (
        <ExternalFrame>
          <PINForm reason={state.reason} pending={state.pending} onPIN={open} />
        </ExternalFrame>
      );
    case 'open': {
      const Study = state.study.forPatient ? PatientStudy : SharedStudy;
      return (
        <ExternalFrame>
          <Study
            study={state.study}
            credentials={state.credentials}
            onRefused={(reason) => refuse(reason, false)}
          />
        </ExternalFrame>
      );
    }
  }
}
