import type { Mail } from './mail.ts';

/** For a public demonstration: visitors enter addresses of other people, who must not get letters. */
export const discardedMail = (): Mail => ({
  async send() {},
  close() {},
});
