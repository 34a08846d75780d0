import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { SharesList } from './shares-list.tsx';

/** The query parameter of the link in a letter: opens the dialog with the request of this doctor first. */
const REQUESTER_PARAM = 'shareDoctorID';

export function SharePatientButton({ patientID }: { patientID: number }) {
  const [search, setSearch] = useSearchParams();
  const requesterID = /^[1-9]\d*$/.test(search.get(REQUESTER_PARAM) ?? '')
    ? Number(search.get(REQUESTER_PARAM))
    : null;
  const [opened, setOpened] = useState(requesterID !== null);
  const close = () => {
    setOpened(false);
    if (search.has(REQUESTER_PARAM)) {
      search.delete(REQUESTER_PARAM);
      setSearch(search, { replace: true });
    }
  };
  return (
    <>
      <Button leftSection={<IconShare size={18} stroke={1.6} />} onClick={() => setOpened(true)}>
        Поделиться
      </Button>
      <Dialog title="Поделиться пациентом" opened={opened} onClose={close}>
        {opened && (
          <>
            <ShareForm patientID={patientID} onClose={close} />
            <SharesList patientID={patientID} requesterID={requesterID} />
          </>
        )}
      </Dialog>
    </>
  );
}
