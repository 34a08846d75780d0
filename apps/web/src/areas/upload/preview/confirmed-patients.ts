import { useState } from 'react';

/*
 * The other patient in the files of an upload whom the user has confirmed, kept for this tab: after a reload the
 * warning does not appear again. Another tab or user decides again.
 */

const keyOf = (uploadUUID: string) => `confirmed-patient:${uploadUUID}`;

function read(uploadUUID: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(uploadUUID));
  } catch {
    return null; // storage is disabled: the warning appears again
  }
}

/** `person`: as the files name the patient; another name has to be confirmed again. */
export function useConfirmedPatient(uploadUUID: string, person: string) {
  const [confirmed, setConfirmed] = useState(() => read(uploadUUID));
  return {
    isConfirmed: confirmed === person,
    confirm: () => {
      setConfirmed(person);
      try {
        sessionStorage.setItem(keyOf(uploadUUID), person);
      } catch {
        // as above
      }
    },
  };
}
