import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './shared/fonts.css';
import './shared/signed-out-styles.ts';
import './shared/look.css';

import { BrowserBanner } from './areas/layout/browser-banner.tsx';
import { CallProblem } from './shared/call.ts';
import { reloadForNewVersion } from './shared/new-version.ts';
import { findSession, keepSession, watchSession } from './shared/session.ts';
import { theme } from './shared/theme.ts';
import { SignedOut } from './signed-out.tsx';

/** Router, queries and the areas come by themselves: the sign-in page must not wait for them. */
const loadPortal = () => import('./portal.tsx');

/** A refusal that a screen has caught is told on that screen; the console is for what nobody expected. */
const onCaughtError = (reason: unknown) => {
  if (!(reason instanceof CallProblem)) console.error(reason);
};

const root = createRoot(document.getElementById('root')!, { onCaughtError });
const show = (children: ReactNode) =>
  root.render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <BrowserBanner />
        {children}
      </MantineProvider>
    </StrictMode>,
  );

reloadForNewVersion();
const session = findSession();
watchSession(session);

if (session) {
  const { Portal } = await loadPortal();
  show(<Portal role={session.role} />);
} else {
  show(
    <SignedOut
      onSignedIn={async (answer) => {
        const { Portal, leadIn } = await loadPortal();
        keepSession(answer);
        watchSession(findSession());
        leadIn(answer.user_role);
        show(<Portal role={answer.user_role} />);
      }}
      onReady={loadPortal}
    />,
  );
}
