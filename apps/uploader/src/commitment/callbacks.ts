import { isIP } from 'node:net';
import { usageError } from '../program/exit-error.ts';
import { isAETitle } from '../machines/senders.ts';
import { sentences } from '../program/sentences.ts';

/** Where a machine listens for the results of its requests. */
export interface Callback {
  aet: string;
  host: string;
  port: number;
}

/** The items of `--commit-to AET@HOST:PORT,…`; an IPv6 address is in brackets. */
export function parseCallbacks(items: string[]): Map<string, Callback> {
  return new Map(
    items.map((item) => {
      const [, aet = '', bracketed, plain, port] =
        /^(.+)@(?:\[([\da-fA-F:.]+)\]|([^[\]:@]+)):(\d{1,5})$/.exec(item) ?? [];
      const host = bracketed ?? plain ?? '';
      const isHost = bracketed === undefined ? /^[\w.-]+$/.test(host) : isIP(host) === 6;
      const number = Number(port);
      if (!isAETitle(aet) || !isHost || !(number >= 1 && number <= 65_535))
        throw usageError(sentences.wrongCallback(item));
      return [aet, { aet, host, port: number }];
    }),
  );
}
