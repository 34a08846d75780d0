import { confirmUploadPatient } from '@snimok/contract/uploads';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../shared/call.ts';
import { isGone, uploadQuery } from '../queries.ts';

/*
 * The other patient in the files of an upload whom the user has confirmed. The server keeps it for everybody; this tab keeps it
 * too, because an older server does not.
 */

const keyOf = (uploadUUID: string) => `confirmed-patient:${uploadUUID}`;

function read(uploadUUID: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(uploadUUID));
  } catch {
    return null; // storage is disabled
  }
}

function write(uploadUUID: string, person: string) {
  try {
    sessionStorage.setItem(keyOf(uploadUUID), person);
  } catch {
    // as above
  }
}

interface NamedPatient {
  name: string | null;
  birthDate: string | null;
}

/** `person`: the patient as shown; another name has to be confirmed again. */
export function useConfirmedPatient(uploadUUID: string, { name, birthDate }: NamedPatient, person: string) {
  const client = useQueryClient();
  const [confirmed, setConfirmed] = useState(() => read(uploadUUID));
  return {
    isConfirmed: confirmed === person,
    async confirm(reason: string) {
      const body = { name, birthDate, reason };
      await call(confirmUploadPatient, { params: { uploadUUID }, body }).catch((problem) => {
        // an older server
        if (!isGone(problem)) throw problem;
      });
      setConfirmed(person);
      write(uploadUUID, person);
      await client.invalidateQueries(uploadQuery(uploadUUID));
    },
  };
}
