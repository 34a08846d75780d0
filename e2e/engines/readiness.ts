import type { Installation } from './installation.ts';
import { HOSTS, type Host } from './machines.ts';
import { PORTS } from './systemd-units.ts';

const DOORS = ['api', 'worker'] as const;
const ANSWER_WITHIN_MS = 8_000;

export interface Readiness {
  name: `${(typeof DOORS)[number]}-${Host}`;
  /** 0 when it did not answer */
  status: number;
}

/** What each process says of itself at /readyz, asked at its own port as balancers and Prometheus do. */
export const readinessOf = ({ wires }: Installation): Promise<Readiness[]> =>
  Promise.all(
    HOSTS.flatMap((host) =>
      DOORS.map(async (door) => {
        const url = `http://${wires.addressOf(host)}:${PORTS[door]}/readyz`;
        const answer = fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
        const status = await answer.then(
          (reply) => reply.status,
          () => 0,
        );
        return { name: `${door}-${host}` as const, status };
      }),
    ),
  );
