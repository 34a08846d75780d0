import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

type Found = (cause: Error | null, addresses: LookupAddress[] | string, family?: number) => void;

/**
 * Resolves a name once, for a connection to the addresses that were checked. All of them must be allowed, otherwise the connection
 * fails with the error of `refuse`.
 */
export const checkedLookup = (isAllowed: (address: string) => boolean, refuse: () => Error): LookupFunction =>
  ((host: string, options: LookupOptions, found: Found) =>
    lookup(host, { ...options, all: true }, (cause, addresses) => {
      const [first] = addresses ?? [];
      if (cause || !first) return found(cause ?? new Error('no address'), []);
      if (!addresses.every(({ address }) => isAllowed(address))) return found(refuse(), []);
      return options.all ? found(null, addresses) : found(null, first.address, first.family);
    })) as LookupFunction;
