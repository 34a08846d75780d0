import { BlockList, isIP } from 'node:net';
import { usageError } from '../program/exit-error.ts';
import { sentences } from '../program/sentences.ts';

/** An X-ray machine that may send. */
export interface Sender {
  /** its AE title; null for any, which is accepted only on the loopback address */
  aet: string | null;
  /** the addresses from which it sends; null for any, which is accepted only on the loopback address */
  network: BlockList | null;
}

const AE_TITLE = /^[\x21-\x5b\x5d-\x7e]{1,16}$/;

export const isAETitle = (text: string): boolean => AE_TITLE.test(text);

/**
 * The senders of `--from AET@ADDRESS[/BITS],…`. An item without an address may send from each address of `--from-address`;
 * addresses without any item may send with every AE title.
 */
export function parseSenders(from: string[], addresses: string[]): Sender[] {
  const networks = addresses.length > 0 ? addresses.map(parseNetwork) : [null];
  if (from.length === 0)
    return addresses.length > 0 ? networks.map((network) => ({ aet: null, network })) : [];
  return from.flatMap((item): Sender[] => {
    const at = item.lastIndexOf('@');
    const aet = at === -1 ? item : item.slice(0, at);
    if (!isAETitle(aet)) throw usageError(sentences.wrongSender(item));
    return at === -1
      ? networks.map((network) => ({ aet, network }))
      : [{ aet, network: parseNetwork(item.slice(at + 1)) }];
  });
}

/** An address, or a network as `10.0.0.0/24` or `fd00::/64`. */
function parseNetwork(text: string): BlockList {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const length = bits === undefined ? undefined : Number(bits);
  const isLength =
    length === undefined || (/^\d{1,3}$/.test(bits ?? '') && length <= (version === 4 ? 32 : 128));
  if (version === 0 || !isLength || rest.length > 0) throw usageError(sentences.wrongAddress(text));
  const list = new BlockList();
  const family = familyOf(version);
  if (length === undefined) list.addAddress(address, family);
  else list.addSubnet(address, length, family);
  return list;
}

const familyOf = (version: number) => (version === 4 ? 'ipv4' : 'ipv6');

const includes = (network: BlockList | null, address: string): boolean => {
  const version = isIP(address);
  return network === null || (version !== 0 && network.check(address, familyOf(version)));
};

export const isListedAddress = (senders: Sender[], address: string): boolean =>
  senders.some(({ network }) => includes(network, address));

export const isListedSender = (senders: Sender[], address: string, aet: string): boolean =>
  senders.some((sender) => includes(sender.network, address) && (sender.aet === null || sender.aet === aet));

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export const isLoopback = (host: string): boolean => host === 'localhost' || includes(loopback, host);

/**
 * DICOM without TLS does not authenticate senders, so beyond the loopback address each needs an AE title and an address;
 * unlisted ones have to be allowed explicitly.
 */
export function checkSenders(host: string, senders: Sender[], unlisted: 'refuse' | 'hold'): void {
  if (isLoopback(host)) return;
  if (senders.some(({ aet, network }) => aet === null || network === null)) {
    throw usageError(sentences.incompleteSenders(host));
  }
  if (senders.length === 0 && unlisted === 'refuse') throw usageError(sentences.noSenders(host));
}
