import type { Config } from '../platform/config.ts';
import type { DemoAccount } from './demo/fill.ts';

const roles: Record<string, string> = { assistant: 'assistant', doctor: 'doctor   ' };

/** What a person who started the portal in a terminal reads. The passwords are shown this once. */
export const greet = (address: string, config: Config, demo: DemoAccount[] | null): void => {
  const say = (line = '') => process.stdout.write(`${line}\n`);
  say();
  say(`Snimok is running: ${config.publicURLGiven ? config.publicURL : address}`);
  if (demo) {
    say();
    say('A demonstration centre was made. Its accounts, shown only now:');
    const width = Math.max(...demo.map(({ email }) => email.length));
    for (const { role, email, password } of demo)
      say(`  ${roles[role]}  ${email.padEnd(width)}  ${password}`);
    say();
    say('Its pictures are being drawn and sent in the background, for about a minute.');
  }
  say(config.mailURL ? '' : `Letters are kept as files in ${config.dataDir}/mail.`);
  say('Press Ctrl+C to stop.');
};
