import { BlockList, isIP } from 'node:net';

/** A set of addresses and networks such as `10.0.0.0/8`. IPv4 addresses that are mapped into IPv6 count as IPv4. */
export interface Networks {
  include(address: string): boolean;
}

export const networksOf = (texts: readonly string[]): Networks => {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', bits] = text.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return {
    include(given) {
      const address = unmapped(given);
      const version = isIP(address);
      return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
    },
  };
};

/** Converts `::ffff:192.0.2.1` and `::ffff:c000:201` to 192.0.2.1, and drops a zone such as `%eth0`. */
export const unmapped = (address: string): string => {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return plain;
  // the URL parser converts IPv6 to its canonical form
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
};
