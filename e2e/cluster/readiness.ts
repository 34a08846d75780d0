import type { Installation } from './installation.ts';
import { HOSTS, type Host } from './machines.ts';
import { PORTS } from './systemd-units.ts';

const ROLES = ['api', 'worker'] as const;
const ANSWER_WITHIN_MS = 8_000;

interface Readiness {
  name: `${(typeof ROLES)[number]}-${Host}`;
  /** 0 when it did not answer */
  status: number;
}

/** The status of /readyz of each process, requested at its own port as load balancers and Prometheus do. */
export const readinessOf = ({ network }: Installation): Promise<Readiness[]> =>
  Promise.all(
    HOSTS.flatMap((host) =>
      ROLES.map(async (role) => {
        const url = `http://${network.addressOf(host)}:${PORTS[role]}/readyz`;
        const answer = fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
        const status = await answer.then(
          (reply) => reply.status,
          () => 0,
        );
        return { name: `${role}-${host}` as const, status };
      }),
    ),
  );
