import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { bigDoctorPatients } from './centre.ts';
import { exchange } from '../measuring/exchange.ts';
import type { Orthanc } from '../programs/orthanc-server.ts';
import type { PortalClient } from '../programs/portal-client.ts';
import type { Ask } from '../measuring/response-times.ts';

interface Pair {
  title: string;
  /** the same request to the portal and to Orthanc */
  asks: [Ask, Ask];
}

/**
 * The lists that both programs have, at the data of `centre.sql` and `orthanc-centre.sql`. Orthanc does not sort: its first
 * page of all studies is in the order of its identifiers.
 */
export const besideOrthanc = (assistant: PortalClient, { address }: Orthanc): Pair[] => {
  const find = (query: (n: number) => Record<string, string>): Ask => {
    return (n, agent) =>
      exchange(agent, `${address}/tools/find`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(
          JSON.stringify({ Level: 'Study', Expand: true, Limit: PAGE_SIZE, Query: query(n) }),
        ),
      });
  };
  const aPatient = (n: number) => bigDoctorPatients[n % bigDoctorPatients.length];
  return [
    {
      title: 'studies',
      asks: [
        (_, agent) => assistant.get('/assistant/studies?sortedBy=createdAt.desc', agent),
        (_, agent) => exchange(agent, `${address}/studies?since=0&limit=${PAGE_SIZE}&expand`),
      ],
    },
    {
      title: 'studies of a month',
      asks: [
        (_, agent) => assistant.get('/assistant/studies?filterPeriod=2026-10-01', agent),
        find(() => ({ StudyDate: '20261001-20261031' })),
      ],
    },
    {
      title: "a patient's studies",
      asks: [
        (n, agent) => assistant.get(`/assistant/patients/${aPatient(n)}/studies`, agent),
        find((n) => ({ PatientID: `P-${aPatient(n)}` })),
      ],
    },
  ];
};
