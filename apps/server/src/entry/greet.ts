import type { Config } from '../platform/settings/config.ts';
import type { DemoAccount } from './demo/fill.ts';

const roles: Record<string, string> = { assistant: 'assistant', doctor: 'doctor   ' };

/** Prints the address of the portal and the demonstration accounts. Their passwords are shown only this once. */
export const greet = (address: string, config: Config, demo: DemoAccount[] | null): void => {
  const print = (line = '') => process.stdout.write(`${line}\n`);
  print();
  print(`Snimok is running: ${config.publicURLGiven ? config.publicURL : address}`);
  if (demo) {
    print();
    print('A demonstration centre was created. Its accounts (the passwords are shown only now):');
    const width = Math.max(...demo.map(({ email }) => email.length));
    for (const { role, email, password } of demo)
      print(`  ${roles[role]}  ${email.padEnd(width)}  ${password}`);
    print();
    print('Its images are generated and uploaded in the background, which takes about a minute.');
  }
  print(config.mailURL ? '' : `Letters are written to files in ${config.dataDir}/mail.`);
  print('Press Ctrl+C to stop.');
};
