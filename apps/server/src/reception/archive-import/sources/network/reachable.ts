import { isIP, type LookupFunction } from 'node:net';
import { checkedLookup } from '../../../../platform/outside/checked-lookup.ts';
import { isPublicAddress } from '../../../../platform/outside/webhooks/addresses.ts';
import { networksOf } from '../../../../platform/networks/networks.ts';
import type { Context } from '../../../../platform/context.ts';
import { SourceUnreachable } from '../source-unreachable.ts';

/**
 * Which addresses an archive may have: addresses in `IMPORT_NETWORKS`, and public addresses if the connection is encrypted.
 * Otherwise an administrator of the portal could send requests to services of its machine and to metadata services of a cloud.
 */
export const reachable = ({ config }: Pick<Context, 'config'>, { isEncrypted }: { isEncrypted: boolean }) => {
  const networks = networksOf(config.archiveImport.networks);
  const isAllowed = (address: string) =>
    networks.include(address) || (isEncrypted && isPublicAddress(address));
  const refuse = () => new SourceUnreachable('the address is in none of the networks of IMPORT_NETWORKS');
  return {
    /** @throws SourceUnreachable for an address, such as 192.0.2.1, that is not allowed; names are checked when they are resolved */
    assertAllowed(host: string): void {
      if (isIP(host) !== 0 && !isAllowed(host)) throw refuse();
    },
    lookup: checkedLookup(isAllowed, refuse) satisfies LookupFunction,
  };
};
