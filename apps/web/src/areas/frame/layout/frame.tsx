import '../../../shared/styles/fonts.css';
import '../../../shared/session/signed-out-styles.ts';
import '../../../shared/styles/global.css';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CallProblem } from '../../../shared/calls/call.ts';
import { theme } from '../../../shared/styles/theme.ts';
import { BrowserBanner } from './browser-banner.tsx';

/**
 * A failed call caught by an error boundary is shown on the page; only unexpected errors go to the console.
 */
const onCaughtError = (reason: unknown) => {
  if (!(reason instanceof CallProblem)) console.error(reason);
};

/** The root of every page of the web app, in this element. */
export function createFrame(element: HTMLElement) {
  const root = createRoot(element, { onCaughtError });
  const show = (children: ReactNode) =>
    root.render(
      <StrictMode>
        <MantineProvider theme={theme} defaultColorScheme="auto">
          <BrowserBanner />
          {children}
        </MantineProvider>
      </StrictMode>,
    );
  return { show, remove: () => root.unmount() };
}
