import { confirmUploadPatient } from '@snimok/contract/studies/patient-confirmation';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../shared/calls/call.ts';
import { isGone, uploadQuery } from '../send/queries.ts';

interface NamedPatient {
  name: string | null;
  birthDate: string | null;
}

/**
 * Confirms the other patient in the files of an upload; the server keeps it. `person`: the patient as shown; another name has to be
 * confirmed again.
 */
export function useConfirmedPatient(uploadUUID: string, { name, birthDate }: NamedPatient, person: string) {
  const client = useQueryClient();
  const [confirmed, setConfirmed] = useState<string>();
  return {
    isConfirmed: confirmed === person,
    async confirm(reason: string) {
      const body = { name, birthDate, reason };
      await call(confirmUploadPatient, { params: { uploadUUID }, body }).catch((problem) => {
        // an older server does not know this call
        if (!isGone(problem)) throw problem;
      });
      setConfirmed(person);
      await client.invalidateQueries(uploadQuery(uploadUUID));
    },
  };
}
