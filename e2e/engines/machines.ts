/** The names that people and the portal's own processes use; `FILES` begins as ops/nginx.conf wants it. */
export const PORTAL = 'portal.snimok.test';
export const FILES = 'files.portal.snimok.test';

/** The machines of the installation; `one` and `two` run an API and a worker each. */
export const PLACES = ['balancer', 'one', 'two', 'postgres', 's3', 'centrifugo', 'mail'] as const;
export type Place = (typeof PLACES)[number];
export const HOSTS = ['one', 'two'] as const;
export type Host = (typeof HOSTS)[number];

/** What ops/nginx.conf calls them, and what people do. */
export const ALIASES: Partial<Record<Place, string[]>> = {
  balancer: [PORTAL, FILES],
  one: ['api-1'],
  two: ['api-2'],
  s3: ['seaweedfs'],
};

/** 1 is where people sit. */
export const addressIn = (network: string, place: Place): string =>
  `${network}.${10 + PLACES.indexOf(place)}`;
