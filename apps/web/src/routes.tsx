import type { StaffPage } from '@snimok/contract/people/staff-abilities';
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { BootSkeleton } from './areas/frame/layout/boot-skeleton.tsx';
import { CrashScreen } from './areas/frame/layout/crash-screen.tsx';
import { DoctorShell } from './areas/frame/layout/doctor-shell.tsx';
import { NotFoundPage } from './areas/frame/layout/not-found-page.tsx';
import { NotFoundScreen } from './areas/frame/layout/not-found-screen.tsx';
import { RightRequired } from './areas/frame/layout/right-required.tsx';
import { UnknownRoleScreen } from './areas/frame/layout/unknown-role-screen.tsx';
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

/** A page for assistants who have its rights (`ABILITIES` of the contract). */
const staffPage = (path: StaffPage, load: () => Promise<{ default: ComponentType }>): RouteObject => ({
  element: <RightRequired page={path} />,
  children: [{ path, ...page(load) }],
});

const assistantRoutes: RouteObject[] = [
  { path: '/', element: <Navigate to="/assistant-area/" replace /> },
  // without the menu: the report is beside the viewer
  staffPage(
    '/assistant-area/studies/:studyID/report',
    () => import('./pages/assistant/reporting/report-editor-page.tsx'),
  ),
  {
    path: '/assistant-area',
    Component: AssistantArea,
    children: [
      { index: true, Component: MainPage },
      staffPage('doctors/:doctorID/patients', () => import('./pages/assistant/people/patients-page.tsx')),
      staffPage(
        'doctors/:doctorID/patients/:patientID/studies',
        () => import('./pages/assistant/people/patient-page.tsx'),
      ),
      staffPage(
        'applications/create/:doctorID?/:patientID?',
        () => import('./pages/assistant/studies/create-study-page.tsx'),
      ),
      staffPage('referrals', () => import('./pages/assistant/reception/referrals-page.tsx')),
      staffPage('referrals/:referralUUID', () => import('./pages/assistant/reception/referral-page.tsx')),
      staffPage('overview', () => import('./pages/assistant/administration/overview-page.tsx')),
      staffPage('intake', () => import('./pages/assistant/reception/intake-page.tsx')),
      staffPage('trash', () => import('./pages/assistant/studies/bin-page.tsx')),
      staffPage(
        'studies/:studyID/reports/:number',
        () => import('./pages/assistant/reporting/report-page.tsx'),
      ),
      staffPage('duplicates', () => import('./pages/assistant/reception/duplicates-page.tsx')),
      staffPage('statistics', () => import('./pages/assistant/administration/statistics-page.tsx')),
      staffPage('reports', () => import('./pages/assistant/reporting/reports-page.tsx')),
      staffPage('reports/no-draft', () => import('./pages/assistant/reporting/no-draft-page.tsx')),
      staffPage('reports/templates', () => import('./pages/assistant/reporting/report-templates-page.tsx')),
      staffPage('messenger', () => import('./pages/assistant/messaging/messenger-page.tsx')),
      staffPage('schedule', () => import('./pages/assistant/reception/schedule-page.tsx')),
      staffPage('schedule/centres', () => import('./pages/assistant/reception/centres-page.tsx')),
      staffPage('desktop-apps', () => import('./pages/assistant/people/programs-page.tsx')),
      staffPage('desktop-grant/:userCode?', () => import('./pages/assistant/people/program-grant-page.tsx')),
      staffPage('banner/update', () => import('./pages/assistant/messaging/banner-page.tsx')),
      staffPage('integrations', () => import('./pages/assistant/administration/integrations-page.tsx')),
      staffPage('portal-health', () => import('./pages/assistant/administration/portal-health-page.tsx')),
      staffPage('archive-imports', () => import('./pages/assistant/reception/archive-imports-page.tsx')),
      staffPage(
        'archive-imports/:importID',
        () => import('./pages/assistant/reception/archive-import-page.tsx'),
      ),
      staffPage('staff', () => import('./pages/assistant/administration/staff-page.tsx')),
      staffPage('referrals/examinations', () => import('./pages/assistant/reception/examinations-page.tsx')),
      staffPage('erasures', () => import('./pages/assistant/administration/erasures-page.tsx')),
      staffPage('portal-settings', () => import('./pages/assistant/administration/portal-settings-page.tsx')),
      staffPage('centre', () => import('./pages/assistant/administration/centre-identity-page.tsx')),
      { path: 'profile', ...page(() => import('./pages/assistant/people/profile-page.tsx')) },
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
  { path: '/snimok', ...page(() => import('./pages/external/code-page.tsx')) },
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
