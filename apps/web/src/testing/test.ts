import { countAttention } from '@snimok/contract/administration/day-overview';
import { countErasures } from '@snimok/contract/administration/erasures';
import { countUnreadDialogs } from '@snimok/contract/messaging/messenger';
import { getDraftKeys } from '@snimok/contract/people/profile';
import { countWaitingReferrals } from '@snimok/contract/reception/referrals';
import { countReports } from '@snimok/contract/reporting/study-reports';
import { onlineManager } from '@tanstack/react-query';
import { test as base, expect, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { queryClient } from '../shared/calls/query-client.ts';
import { removeAll } from './show.tsx';
import { FakeServer } from './server.ts';

interface Fixtures {
  /** Answers the calls that the test names; any other call fails the test, and so does an error in the console. */
  server: FakeServer;
}

export const test = base.extend<Fixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      const server = new FakeServer();
      server.answer(getDraftKeys, { keys: ['00'.repeat(32)] });
      answerCounts(server);
      vi.spyOn(globalThis, 'fetch').mockImplementation(server.fetch);
      const logged = vi.spyOn(console, 'error');
      await use(server);
      removeAll();
      onlineManager.setOnline(true);
      queryClient.clear();
      localStorage.clear();
      sessionStorage.clear();
      const errors = logged.mock.calls.map((texts) => texts.join(' '));
      vi.restoreAllMocks();
      await page.viewport(1440, 900);
      // as one text, which the list of failures prints whole
      expect([...server.problems, ...errors].join('\n')).toBe('');
    },
    { auto: true },
  ],
});

/** The counts of the menu, which `useFirstLive` delays until ten seconds after any test has first shown the menu. */
const answerCounts = (server: FakeServer) => {
  for (const endpoint of [countAttention, countErasures, countReports, countWaitingReferrals])
    server.answer(endpoint, { waitingCount: 0 });
  server.answer(countUnreadDialogs, { unreadDialogs: 0, lastIncomingID: 0 });
};

/** The texts of all elements that a locator finds. */
export const textsOf = (locator: Locator) => locator.elements().map(({ textContent }) => textContent);

/** Waits until every query has its response and the page shows it. */
export const untilResponses = async () => {
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
};

export { expect } from 'vitest';
export { page, userEvent } from 'vitest/browser';
