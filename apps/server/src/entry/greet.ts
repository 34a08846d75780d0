import type { Config } from '../platform/settings/config.ts';
import type { DemoAccount } from './demo/fill.ts';

const roles: Record<string, string> = { assistant: 'assistant', doctor: 'doctor   ' };

const print = (line = '') => process.stdout.write(`${line}\n`);

const printAddress = (address: string, config: Config): void => {
  print();
  print(`Snimok is running: ${config.publicURLGiven ? config.publicURL : address}`);
};

/** Prints the address of a public demonstration. */
export const greetVisitors = (address: string, config: Config): void => {
  printAddress(address, config);
  print(
    'This is a public demonstration: everybody may enter it, letters are discarded, and each night at 04:00',
  );
  print(`(${config.timeZone}) all its data is replaced. SIGUSR2 replaces it at once.`);
  print('Press Ctrl+C to stop.');
};

/** Prints the address of the portal and the demonstration accounts. Their passwords are shown only this once. */
export const greet = (address: string, config: Config, demo: DemoAccount[] | null): void => {
  printAddress(address, config);
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
