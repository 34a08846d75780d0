import type { CommitmentEvent } from './event.ts';

/** An open association in which the machine is the user of storage commitment. */
interface CommitmentPeer {
  station: string;
  address: string;
  /** Whether the machine has confirmed the result. */
  report: (event: CommitmentEvent) => Promise<boolean>;
}

/** The machines that can be reported results without calling back. */
export class OpenAssociations {
  readonly #peers = new Set<CommitmentPeer>();

  /** Returns a function that removes it. */
  add(peer: CommitmentPeer): () => void {
    this.#peers.add(peer);
    return () => this.forget(peer);
  }

  forget(peer: CommitmentPeer): void {
    this.#peers.delete(peer);
  }

  of({ station, address }: Pick<CommitmentPeer, 'station' | 'address'>): CommitmentPeer[] {
    return [...this.#peers].filter((peer) => peer.station === station && peer.address === address);
  }
}
