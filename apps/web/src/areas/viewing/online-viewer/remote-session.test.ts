import { expect, test } from 'vitest';
import { readRemoteSession } from './remote-session.ts';

const ownOrigin = 'https://portal.example';

test("a URL of the portal's own viewer is read as its ticket", () => {
  expect(readRemoteSession({ remoteSessionURL: `${ownOrigin}/viewer#ticket` }, ownOrigin)).toEqual({
    kind: 'viewer',
    ticket: 'ticket',
  });
});

test('a WebSocket URL is a remote desktop', () => {
  const url = 'wss://portal.example/desktop';
  expect(readRemoteSession({ remoteSessionURL: url }, ownOrigin)).toEqual({ kind: 'desktop', url });
});

test('a viewer of another origin and another page of the portal are opened as separate pages', () => {
  for (const url of ['https://other.example/viewer#ticket', `${ownOrigin}/elsewhere#ticket`])
    expect(readRemoteSession({ remoteSessionURL: url }, ownOrigin)).toEqual({ kind: 'page', url });
});
