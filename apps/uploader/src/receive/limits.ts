/** What one peer, or all of them, may occupy. Tests use smaller ones. */
export interface Limits {
  /** connections in total: more than a centre has X-ray machines */
  peers: number;
  peersPerAddress: number;
  /** connections of all addresses that are not listed, so that they cannot keep the listed machines out */
  unlistedPeers: number;
  /** ARTIM, the timer of PS3.8, 9.1.5: for the association request, the TLS handshake included, and for the end of a connection */
  artimMs: number;
  /** time without a complete PDU; longer than X-ray machines pause while they compress a large volume */
  idleMs: number;
  /** size of one instance, as the portal accepts files */
  instanceBytes: number;
  /** with less free space than this the disk counts as full, because the ledger and the system need space too */
  spareBytes: number;
  /** the same for unlisted senders, so that they cannot fill the disk of the listed machines */
  unlistedSpareBytes: number;
  /** folders of unlisted senders, one for each AE title and address */
  unlistedSenders: number;
}

const GIB = 1024 ** 3;

export const LIMITS: Limits = {
  peers: 128,
  peersPerAddress: 8,
  unlistedPeers: 8,
  artimMs: 20_000,
  idleMs: 120_000,
  instanceBytes: 5 * GIB,
  spareBytes: GIB / 2,
  unlistedSpareBytes: 5 * GIB,
  unlistedSenders: 64,
};

/** The time in which a machine has to confirm a result of storage commitment in its own association. */
export const COMMITMENT_REPORT_MS = 30_000;
