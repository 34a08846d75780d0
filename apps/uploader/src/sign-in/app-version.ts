/** Enough to tell PCs apart; a name of a machine has at most 63 letters by custom. */
const LONGEST_NAME = 63;

/** What the portal is told of who asks: `0.1.0 (KLKT-2)`. Behind one router all PCs of a centre have one address. */
export const appVersion = (version: string, machine: string): string => {
  const name = machine.replace(/[\p{C}\s()]+/gu, ' ').trim();
  return name === '' ? version : `${version} (${[...name].slice(0, LONGEST_NAME).join('')})`;
};
