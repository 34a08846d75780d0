import { missingRight } from '@snimok/contract/people/access';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import { STAFF_RIGHTS, type StaffRight } from '@snimok/contract/people/staff';
import { ABILITIES, needsOfPage, type StaffPage } from '@snimok/contract/people/staff-abilities';
import { matchPath } from 'react-router';
import { ASSISTANT_SETTINGS } from '../../../testing/answers.ts';
import { showRoutes } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { commandsFor, menuFor, primaryFor } from './assistant-menu.tsx';
import { RightRequired } from './right-required.tsx';

const PAGES: StaffPage[] = ABILITIES.flatMap((ability) => ('pages' in ability ? ability.pages : []));
const pathOf = (staffPage: string) =>
  staffPage.startsWith('/') ? staffPage : `/assistant-area/${staffPage}`;
const isOpen = (staffPage: StaffPage, rights: readonly StaffRight[]) =>
  missingRight(needsOfPage(staffPage), new Set(rights)) === undefined;
const settingsWith = (rights: StaffRight[]) => ({
  ...ASSISTANT_SETTINGS,
  rights,
  separateReportRights: true,
  chatEnabled: true,
  desktopAppAuthEnabled: true,
  portalSettings: true,
});

/** Each right alone, no right, and each right together with the right that most of them need. */
const combinations: StaffRight[][] = [
  [],
  ...STAFF_RIGHTS.map((right): StaffRight[] => [right]),
  ...STAFF_RIGHTS.map((right): StaffRight[] => ['studies', right]),
];

test('menu and commands of an assistant lead to the pages that the rights open, and to no other', () => {
  for (const rights of combinations) {
    const settings = settingsWith(rights);
    const inMenu = menuFor(settings).flatMap(({ entries }) => entries);
    const links = [primaryFor(settings), ...inMenu, ...commandsFor(settings)].flatMap((entry) =>
      entry?.to ? [new URL(entry.to, 'http://portal.test')] : [],
    );
    // a tab of the main page may need more than the page
    for (const { pathname, search } of links.filter((url) => !url.search && !/profile$/.test(url.pathname))) {
      const found = PAGES.filter((one) => matchPath(pathOf(one), pathname));
      expect([rights, pathname, search, found.some((one) => isOpen(one, rights))]).toEqual([
        rights,
        pathname,
        '',
        true,
      ]);
    }
    const reached = PAGES.filter((one) => links.some(({ pathname }) => matchPath(pathOf(one), pathname)));
    // pages of a single object are left out: they are reached from other pages
    const ofMenu = PAGES.filter((one) => !/:\w+($|\/)|no-draft$/.test(one));
    expect([rights, ofMenu.filter((one) => isOpen(one, rights) && !reached.includes(one))]).toEqual([
      rights,
      [],
    ]);
  }
});

test.for(combinations.filter(({ length }) => length < 2))(
  'with the right %s a page opens only if the list names it',
  async ([right], { server }) => {
    const rights = right ? [right] : [];
    server.answer(getAssistantSettings, settingsWith(rights));
    const routes = PAGES.map((one, at) => ({
      element: <RightRequired page={one} />,
      children: [{ path: `/${at}`, element: <p>Страница открыта</p> }],
    }));
    const router = showRoutes(routes, '/0');
    for (const [at, one] of PAGES.entries()) {
      await router.navigate(`/${at}`);
      const text = isOpen(one, rights) ? 'Страница открыта' : 'Эта страница вам закрыта';
      await expect.element(page.getByText(text)).toBeVisible();
    }
  },
);
