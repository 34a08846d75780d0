/**
 * With `REMOTE_VIEWER=desktop` a `remoteSessionURL` is `ws(s)://{portal}/connection/remote-desktop?token=…`: RFB in
 * binary frames, as noVNC speaks it. The token opens one connection within a minute; another one is had by asking for
 * the session again, which finds the same desktop while it runs.
 */
export const REMOTE_DESKTOP_PATH = '/connection/remote-desktop';

/** Why a connection was closed (RFC 6455 §7.4.2: codes of our own). Any other code is a line that was cut. */
export const desktopEnds = {
  /** said by the browser: the person has closed it, and it is not wanted any more */
  done: 4000,
  /** the right to look has ended, or the token was used before */
  over: 4001,
  idle: 4002,
  limit: 4003,
  /** the same person has opened it in another window */
  taken: 4004,
  /** the program on it was closed */
  closed: 4005,
  /** it could not be started */
  failed: 4006,
} as const;

export type DesktopEnd = keyof typeof desktopEnds;
