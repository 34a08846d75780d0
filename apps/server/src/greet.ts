import type { Config } from './config.ts';
import type { Portal } from './start-portal.ts';

/** What a person who started the portal in a terminal reads. */
export const greet = async ({ address }: Portal, config: Config): Promise<void> => {
  process.stdout.write(`\nSnimok is running: ${config.publicURLGiven ? config.publicURL : address}\n`);
};
