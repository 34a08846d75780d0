import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Confirmation } from '../../people/confirmation/confirmation.tsx';
import { queryClient } from '../../../shared/calls/query-client.ts';

/** What the pages of a signed-in user have in common. */
export const SignedInFrame = ({ router }: { router: ReturnType<typeof createBrowserRouter> }) => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
    <Confirmation />
    <Notifications position="top-right" autoClose={3000} />
  </QueryClientProvider>
);
