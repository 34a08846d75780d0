/**
 * Ends a session that may be broken. Of one that is busy with a question nobody answers this closes the socket; a server
 * that cannot hear the goodbye has gone already, and there is nothing to be done about it.
 */
export const endSession = (session: { end(): Promise<void> }): Promise<void> =>
  session.end().catch(() => undefined);
