import { expect, test } from 'vitest';
import { readRemoteSession } from './open-remote-session.ts';

test("only the portal's own viewer is opened over the page; anything else gets a tab of its own", () => {
  const own = 'https://portal.example';
  expect(readRemoteSession(`${own}/viewer#ticket`, own)).toEqual({ kind: 'viewer', ticket: 'ticket' });
  for (const url of ['https://other.example/viewer#ticket', `${own}/elsewhere#ticket`])
    expect(readRemoteSession(url, own)).toEqual({ kind: 'page', url });
});
