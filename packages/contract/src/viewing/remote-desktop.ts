/**
 * With `REMOTE_VIEWER=desktop` a `remoteSessionURL` is `ws(s)://{portal}/connection/remote-desktop?token=…`, which carries RFB
 * in binary frames for noVNC. The token opens one connection within a minute. While the desktop runs, another request for the
 * session returns a new token for the same desktop.
 */
export const REMOTE_DESKTOP_PATH = '/connection/remote-desktop';

/** Close codes of the WebSocket (RFC 6455 §7.4.2, private use). Any other code means that the connection was lost. */
export const DESKTOP_CLOSE_CODES = {
  /** sent by the browser: the user closed the desktop */
  done: 4000,
  /** the right to view has ended, or the token was already used */
  over: 4001,
  idle: 4002,
  limit: 4003,
  /** the same user has opened the desktop in another window */
  taken: 4004,
  /** the program was closed */
  closed: 4005,
  /** the desktop could not be started */
  failed: 4006,
} as const;

export type DesktopCloseReason = keyof typeof DESKTOP_CLOSE_CODES;
