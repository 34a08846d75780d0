import { IconLogout } from '@tabler/icons-react';
import { search } from '@snimok/contract/people/search';
import { Link, Outlet, useLocation } from 'react-router';
import { ASSISTANT_SETTINGS, PATIENT } from '../../../testing/answers.ts';
import { showRoutes } from '../../../testing/show.tsx';
import { expect, page, test, textsOf, userEvent } from '../../../testing/test.ts';
import { assistantActions } from '../layout/found-actions.ts';
import { findEverybody, patientHit } from '../../people/search/assistant-search.tsx';
import { CommandPalette } from './command-palette.tsx';
import { useRecentPatient } from '../../people/search/recent-patients.ts';

const dialog = page.getByRole('dialog', { name: 'Команды и поиск' });
const options = dialog.getByRole('option');
const CARD = `/assistant-area/doctors/${PATIENT.doctorID}/patients/${PATIENT.patientID}/studies`;

function PatientCard() {
  useRecentPatient(PATIENT);
  return <h1>{PATIENT.name}</h1>;
}

function Frame() {
  const { pathname, search: query } = useLocation();
  return (
    <>
      <CommandPalette
        className={undefined}
        commands={[{ label: 'Выйти', to: '/out', icon: IconLogout }]}
        label="пациент или клиент"
        queryKey="everybody"
        find={findEverybody}
        hitOf={patientHit}
        actionsOf={assistantActions({ ...ASSISTANT_SETTINGS, chatEnabled: true })}
      />
      <Link to={CARD}>карточка</Link>
      <output>{pathname + query}</output>
      <Outlet />
    </>
  );
}

const showFrame = (path: string) =>
  showRoutes(
    [
      {
        path: '/',
        Component: Frame,
        children: [
          { path: CARD, Component: PatientCard },
          { path: '*', element: null },
        ],
      },
    ],
    path,
  );

const openPalette = async () => {
  // a dialog that closes still takes the key
  await expect.element(dialog).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(dialog.getByRole('combobox')).toHaveFocus();
};

test('Ctrl+K lists the most recently opened patients, whose names the browser stores only encrypted', async () => {
  showFrame('/');
  await openPalette();
  await expect.poll(() => textsOf(options)).toEqual(['Выйти']);
  await userEvent.keyboard('{Escape}');
  await page.getByRole('link', { name: 'карточка' }).click();
  await expect.element(page.getByRole('heading', { name: PATIENT.name })).toBeVisible();
  await openPalette();
  await expect.poll(() => textsOf(options)).toEqual([PATIENT.name, 'Выйти']);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).toContain('recent-patients');
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('Ромашкина');
});

test('the right arrow key lists the actions for a found patient, and Enter runs the selected one', async ({
  server,
}) => {
  const { patientID, doctorID, name, doctorName } = PATIENT;
  server.answer(search, {
    patients: [{ patientID, doctorID, name, doctorName, birthday: '1984-05-04', phone: null }],
    doctors: [],
  });
  showFrame('/');
  await openPalette();
  await dialog.getByRole('combobox').fill('ромашк');
  await expect.poll(() => textsOf(options)[0]).toContain(name);
  await userEvent.keyboard('{ArrowRight}');
  await expect
    .poll(() => textsOf(options))
    .toEqual(['Открыть карточку', 'Загрузить снимки', 'Записать на приём', 'Написать клиенту']);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => textsOf(options)[0]).toContain(name);
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{Enter}');
  await expect
    .element(page.getByText(`/assistant-area/schedule?patient=${patientID}`, { exact: true }))
    .toBeVisible();

  await openPalette();
  await dialog.getByRole('combobox').fill('ромашк');
  await options.getByTitle('Действия').click();
  await options.getByText('Загрузить снимки').click();
  await expect
    .element(page.getByText(`/assistant-area/applications/create/${doctorID}/${patientID}`))
    .toBeVisible();
});
