import { Badge, Tabs } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { StaffRight } from '@snimok/contract/people/staff';
import { hasOneOf } from '../../areas/platform/access/rights.ts';
import { assistantSettingsQuery } from '../../areas/platform/access/settings.ts';
import { firstPageOf } from '../../areas/frame/layout/assistant-menu.tsx';
import { DoctorsList } from '../../areas/people/doctors/doctors-list.tsx';
import { PatientsForRestore, PatientsInWork } from '../../areas/people/patients/waiting-patients.tsx';
import { StudiesByDay } from '../../areas/studies/study-lists/by-day.tsx';
import { IntakeButton } from '../../areas/reception/scan-intake/intake-button.tsx';
import { countersQuery } from '../../areas/studies/studies/queries.ts';
import { StudiesList } from '../../areas/studies/study-lists/studies-list.tsx';
import { formatNumber } from '@snimok/api-client/format-numbers';
import { PartBoundary } from '../../shared/failures/boundary.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import classes from './main-page.module.css';

interface TabEntry {
  key: string;
  label: string;
  /** continues the label where the tabs have space for it */
  detail?: string;
  right: StaffRight;
  List: ComponentType;
}

const TABS = [
  { key: 'studies', label: 'Исследования', right: 'studies', List: StudiesList },
  { key: 'doctors', label: 'Клиенты', detail: ' (врачи/клиники)', right: 'clients', List: DoctorsList },
  { key: 'in-work', label: 'Пациенты в работе', right: 'studies', List: PatientsInWork },
  { key: 'for-restore', label: 'На восстановление', right: 'studies', List: PatientsForRestore },
] as const satisfies TabEntry[];

type Tab = (typeof TABS)[number]['key'];

export default function MainPage() {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  const [search, setSearch] = useSearchParams();
  const shown: (TabEntry & { key: Tab })[] = TABS.filter(
    ({ key, right }) =>
      hasOneOf(settings, [right]) && (key !== 'studies' || settings.commonStudiesListEnabled),
  );
  // for those who may open neither studies nor clients
  if (shown.length === 0) return <Navigate to={firstPageOf(settings)} replace />;
  const tab = shown.find(({ key }) => key === search.get('tab'))?.key ?? shown[0]!.key;

  return (
    <Page
      title="Главная"
      actions={
        hasOneOf(settings, ['studies']) && (
          <>
            <StudiesByDay />
            <IntakeButton />
          </>
        )
      }
    >
      <Tabs
        className={classes.container}
        value={tab}
        keepMounted={false}
        onChange={(key) => setSearch(key && key !== shown[0]!.key ? { tab: key } : {})}
      >
        <Tabs.List className={classes.tabs}>
          {shown.map(({ key, label, detail }) => (
            <Tabs.Tab key={key} value={key} rightSection={<Count tab={key} />}>
              {label}
              {detail && <span className={classes.detail}>{detail}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(({ key, List }) => (
          <Tabs.Panel key={key} value={key}>
            <PartBoundary>
              <List />
            </PartBoundary>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

/** Blue: patients with studies to upload. Yellow: patients with studies to restore. */
function Count({ tab }: { tab: Tab }) {
  const { data } = useQuery(countersQuery);
  if (!data) return null;
  const counts: Record<Tab, [count: number, color: string]> = {
    studies: [data.studiesCount, 'gray'],
    doctors: [data.doctorsCount, 'gray'],
    'in-work': [data.patientsInWorkCount, 'blue'],
    'for-restore': [data.patientsInWorkRestored, 'yellow'],
  };
  const [count, color] = counts[tab];
  return (
    <Badge variant="light" color={count > 0 ? color : 'gray'} fw={600} px={8} className={classes.count}>
      {formatNumber(count)}
    </Badge>
  );
}
