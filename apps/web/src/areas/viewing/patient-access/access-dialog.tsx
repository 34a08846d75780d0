import { Stack } from '@mantine/core';
import { useState } from 'react';
import { AccessList } from './access-list.tsx';
import { type HandedOut, HandOutForm } from './hand-out-form.tsx';
import { HandedOutNotice } from './handed-out.tsx';

/** Hands the study to the patient, and lists what was handed out before. */
export default function AccessDialog({ studyID }: { studyID: number }) {
  const [handedOut, setHandedOut] = useState<HandedOut>();
  const [replaces, setReplaces] = useState<string | null>(null);
  const onHandedOut = (done: HandedOut) => {
    setReplaces(null);
    setHandedOut(done);
  };
  if (handedOut) return <HandedOutNotice {...handedOut} onDone={() => setHandedOut(undefined)} />;
  return (
    <Stack gap="xl">
      <HandOutForm
        // a further link has its own PIN
        key={replaces}
        studyID={studyID}
        replaces={replaces}
        onHandedOut={onHandedOut}
        onCancelReplacing={() => setReplaces(null)}
      />
      <AccessList studyID={studyID} onReplace={setReplaces} />
    </Stack>
  );
}
