/** Long enough to distinguish PCs; host names have at most 63 characters (RFC 1123). */
const MAX_NAME_LENGTH = 63;

/**
 * The `app_version` of a sign-in request: `0.1.0 (KLKT-2)`. The host name distinguishes the PCs of a centre, which
 * share one address behind a router.
 */
export const appVersion = (version: string, machine: string): string => {
  const name = machine.replace(/[\p{C}\s()]+/gu, ' ').trim();
  return name === '' ? version : `${version} (${[...name].slice(0, MAX_NAME_LENGTH).join('')})`;
};
