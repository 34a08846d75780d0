import type { StaffRight } from '@snimok/contract/staff';
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { BootSkeleton } from './areas/layout/boot-skeleton.tsx';
import { CrashScreen } from './areas/layout/crash-screen.tsx';
import { DoctorShell } from './areas/layout/doctor-shell.tsx';
import { NotFoundPage } from './areas/layout/not-found-page.tsx';
import { NotFoundScreen } from './areas/layout/not-found-screen.tsx';
import { RightRequired } from './areas/layout/right-required.tsx';
import { UnknownRoleScreen } from './areas/layout/unknown-role-screen.tsx';
import { AssistantArea } from './pages/assistant/assistant-area.tsx';
import MainPage from './pages/assistant/main-page.tsx';
import PatientsPage from './pages/doctor/patients-page.tsx';

/**
 * Loads the page's code when the page is opened. The main pages are part of the portal's chunk, because they are what
 * most people open first.
 */
const page = (load: () => Promise<{ default: ComponentType }>) => ({
  lazy: async () => ({ Component: (await load()).default }),
});

/** Pages for assistants who have one of the rights. */
const withRight = (rights: readonly [StaffRight, ...StaffRight[]], children: RouteObject[]): RouteObject => ({
  element: <RightRequired rights={rights} />,
  children,
});

const assistantRoutes: RouteObject[] = [
  { path: '/', element: <Navigate to="/assistant-area/" replace /> },
  // without the menu: the report stands beside the viewer
  withRight(
    ['reports'],
    [
      {
        path: '/assistant-area/studies/:studyID/report',
        ...page(() => import('./pages/assistant/report-editor-page.tsx')),
      },
    ],
  ),
  {
    path: '/assistant-area',
    Component: AssistantArea,
    children: [
      { index: true, Component: MainPage },
      withRight(
        ['studies', 'clients'],
        [
          {
            path: 'doctors/:doctorID/patients',
            ...page(() => import('./pages/assistant/patients-page.tsx')),
          },
        ],
      ),
      withRight(
        ['studies'],
        [
          {
            path: 'doctors/:doctorID/patients/:patientID/studies',
            ...page(() => import('./pages/assistant/patient-page.tsx')),
          },
          {
            path: 'applications/create/:doctorID?/:patientID?',
            ...page(() => import('./pages/assistant/create-study-page.tsx')),
          },
          { path: 'referrals', ...page(() => import('./pages/assistant/referrals-page.tsx')) },
          {
            path: 'referrals/:referralUUID',
            ...page(() => import('./pages/assistant/referral-page.tsx')),
          },
          { path: 'overview', ...page(() => import('./pages/assistant/overview-page.tsx')) },
          { path: 'intake', ...page(() => import('./pages/assistant/intake-page.tsx')) },
          { path: 'trash', ...page(() => import('./pages/assistant/trash-page.tsx')) },
          {
            path: 'studies/:studyID/reports/:number',
            ...page(() => import('./pages/assistant/report-page.tsx')),
          },
          { path: 'duplicates', ...page(() => import('./pages/assistant/duplicates-page.tsx')) },
          withRight(
            ['export'],
            [{ path: 'statistics', ...page(() => import('./pages/assistant/statistics-page.tsx')) }],
          ),
        ],
      ),
      withRight(
        ['studies'],
        [
          withRight(
            ['reports'],
            [{ path: 'reports', ...page(() => import('./pages/assistant/reports-page.tsx')) }],
          ),
        ],
      ),
      withRight(
        ['reports'],
        [{ path: 'reports/no-draft', ...page(() => import('./pages/assistant/no-draft-page.tsx')) }],
      ),
      withRight(
        ['reports', 'admin'],
        [
          {
            path: 'reports/templates',
            ...page(() => import('./pages/assistant/report-templates-page.tsx')),
          },
        ],
      ),
      withRight(
        ['messenger'],
        [{ path: 'messenger', ...page(() => import('./pages/assistant/messenger-page.tsx')) }],
      ),
      withRight(
        ['booking'],
        [
          { path: 'schedule', ...page(() => import('./pages/assistant/schedule-page.tsx')) },
          { path: 'schedule/centres', ...page(() => import('./pages/assistant/centres-page.tsx')) },
        ],
      ),
      withRight(
        ['programs'],
        [
          { path: 'desktop-apps', ...page(() => import('./pages/assistant/programs-page.tsx')) },
          {
            path: 'desktop-grant/:userCode?',
            ...page(() => import('./pages/assistant/program-grant-page.tsx')),
          },
        ],
      ),
      withRight(
        ['banner'],
        [{ path: 'banner/update', ...page(() => import('./pages/assistant/banner-page.tsx')) }],
      ),
      withRight(
        ['programs'],
        [
          withRight(
            ['admin'],
            [{ path: 'integrations', ...page(() => import('./pages/assistant/integrations-page.tsx')) }],
          ),
        ],
      ),
      withRight(
        ['admin'],
        [
          { path: 'staff', ...page(() => import('./pages/assistant/staff-page.tsx')) },
          {
            path: 'referrals/examinations',
            ...page(() => import('./pages/assistant/examinations-page.tsx')),
          },
          { path: 'erasures', ...page(() => import('./pages/assistant/erasures-page.tsx')) },
          { path: 'centre', ...page(() => import('./pages/assistant/centre-identity-page.tsx')) },
        ],
      ),
      { path: 'profile', ...page(() => import('./pages/assistant/profile-page.tsx')) },
      { path: '*', Component: NotFoundPage },
    ],
  },
];

const doctorRoutes: RouteObject[] = [
  { path: '/', element: <Navigate to="/doctor-area/" replace /> },
  {
    path: '/doctor-area',
    Component: DoctorShell,
    children: [
      { index: true, Component: PatientsPage },
      {
        path: 'patients/shared',
        ...page(() => import('./pages/doctor/shared-patients-page.tsx')),
      },
      {
        path: 'patients/:patientID/studies',
        ...page(() => import('./pages/doctor/patient-page.tsx')),
      },
      {
        path: 'patients/:patientID/studies/:studyID/reports/:number',
        ...page(() => import('./pages/doctor/report-page.tsx')),
      },
      { path: 'studies', ...page(() => import('./pages/doctor/studies-page.tsx')) },
      { path: 'referrals', ...page(() => import('./pages/doctor/referrals-page.tsx')) },
      { path: 'referrals/new', ...page(() => import('./pages/doctor/new-referral-page.tsx')) },
      { path: 'referrals/:referralUUID', ...page(() => import('./pages/doctor/referral-page.tsx')) },
      { path: 'programs/:userCode?', ...page(() => import('./pages/doctor/programs-page.tsx')) },
      { path: 'people', ...page(() => import('./pages/doctor/people-page.tsx')) },
      { path: 'profile', ...page(() => import('./pages/doctor/profile-page.tsx')) },
      { path: 'schedule', ...page(() => import('./pages/doctor/schedule-page.tsx')) },
      { path: 'schedule/bookings', ...page(() => import('./pages/doctor/bookings-page.tsx')) },
      { path: '*', Component: NotFoundPage },
    ],
  },
];

/**
 * For every signed-in user, whatever the role. The same URLs of signed-out visitors are in signed-out.tsx; `/viewer` is
 * in main.tsx.
 */
const externalRoutes: RouteObject[] = [
  { path: '/external-area/study', ...page(() => import('./pages/external/study-page.tsx')) },
  { path: '/external-area/*', Component: NotFoundScreen },
  { path: '/visit', ...page(() => import('./pages/external/visit-page.tsx')) },
  { path: '/invitation', ...page(() => import('./pages/signed-out/invitation-page.tsx')) },
];

const areas: Record<string, { home: string; routes: RouteObject[] }> = {
  assistant: { home: '/assistant-area/', routes: assistantRoutes },
  doctor: { home: '/doctor-area/', routes: doctorRoutes },
};

export const homeOf = (role: string): string | undefined => areas[role]?.home;

export function routesOf(role: string): RouteObject[] {
  const area = areas[role];
  const own = area
    ? [...area.routes, { path: '*', Component: NotFoundScreen }]
    : [{ path: '*', Component: UnknownRoleScreen }];
  return [
    { ErrorBoundary: CrashScreen, HydrateFallback: BootSkeleton, children: [...externalRoutes, ...own] },
  ];
}
