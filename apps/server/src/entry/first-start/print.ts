import { FIRST_START_PATH } from '@snimok/contract/administration/first-start';
import type { Context } from '../../platform/context.ts';
import { renewToken } from './state.ts';

/**
 * Prints the one-time address of a portal that is not set up, to the terminal or the journal and to nothing else. Each start
 * prints a new one.
 */
export const printFirstStart = async (context: Context, address: string): Promise<void> => {
  const token = await renewToken(context);
  if (token === null) return;
  const { config } = context;
  const origin = config.publicURLGiven ? config.publicURL : address;
  process.stdout.write(
    `\nSet the portal up in a browser, at this address (valid once, for 24 hours):\n  ${origin}${FIRST_START_PATH}#${token}\n` +
      `From another computer, open a tunnel first: ssh -L ${config.port}:127.0.0.1:${config.port} USER@THIS-SERVER\n\n`,
  );
};
