import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { LINK_TITLE } from './link-title.ts';
import { ShareForm } from './share-form.tsx';
import { SharesList } from './shares-list.tsx';

interface SharePatientButtonProps {
  patientID: number;
  /** the form that sends a link to an address without an account; absent if the centre has switched links of doctors off */
  linkTo?: ((email: string, close: () => void) => ReactNode) | undefined;
}

/** The query parameter of the link in a letter: opens the dialog with the request of this doctor first. */
const REQUESTER_PARAM = 'shareDoctorID';

export function SharePatientButton({ patientID, linkTo }: SharePatientButtonProps) {
  const [search, setSearch] = useSearchParams();
  const requesterID = /^[1-9]\d*$/.test(search.get(REQUESTER_PARAM) ?? '')
    ? Number(search.get(REQUESTER_PARAM))
    : null;
  const [opened, setOpened] = useState(requesterID !== null);
  const [outsider, setOutsider] = useState<string>();
  const close = () => {
    setOpened(false);
    setOutsider(undefined);
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
      <Dialog title="Поделиться пациентом" opened={opened && outsider === undefined} onClose={close}>
        {opened && (
          <>
            <ShareForm patientID={patientID} onClose={close} onOutsider={linkTo && setOutsider} />
            <SharesList patientID={patientID} requesterID={requesterID} />
          </>
        )}
      </Dialog>
      <Dialog title={LINK_TITLE} opened={outsider !== undefined} onClose={close}>
        {outsider !== undefined && linkTo?.(outsider, close)}
      </Dialog>
    </>
  );
}
