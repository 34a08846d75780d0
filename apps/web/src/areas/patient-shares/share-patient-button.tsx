import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { SharesList } from './shares-list.tsx';

/** The number that the letter's link brings: the dialog then opens by itself, with who asks in front. */
const ASKER = 'shareDoctorID';

export function SharePatientButton({ patientID }: { patientID: number }) {
  const [search, setSearch] = useSearchParams();
  const asker = /^[1-9]\d*$/.test(search.get(ASKER) ?? '') ? Number(search.get(ASKER)) : null;
  const [opened, setOpened] = useState(asker !== null);
  const close = () => {
    setOpened(false);
    if (search.has(ASKER)) {
      search.delete(ASKER);
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
            <SharesList patientID={patientID} asker={asker} />
          </>
        )}
      </Dialog>
    </>
  );
}
