/** The host names of the portal and of its store; ops/nginx.conf requires that `FILES` begins with `files.`. */
export const PORTAL = 'portal.snimok.test';
export const FILES = 'files.portal.snimok.test';

/** The machines of the installation; `one` and `two` run an API and a worker each. */
export const MACHINES = ['balancer', 'one', 'two', 'postgres', 's3', 'centrifugo', 'mail'] as const;
export type Machine = (typeof MACHINES)[number];
export const HOSTS = ['one', 'two'] as const;
export type Host = (typeof HOSTS)[number];

/** Further host names: those in ops/nginx.conf and those of the portal. */
export const ALIASES: Partial<Record<Machine, string[]>> = {
  balancer: [PORTAL, FILES],
  one: ['api-1'],
  two: ['api-2'],
  s3: ['seaweedfs'],
};

/** The IPv4 address of a machine. Address 1 is that of the test process and the browsers. */
export const addressIn = (subnet: string, machine: Machine): string =>
  `${subnet}.${10 + MACHINES.indexOf(machine)}`;
