import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { formatPhone, phoneURL } from '../../../shared/contacts/phone.ts';
import { useIdentity } from './use-identity.ts';

/** Calls the centre by its first number; nothing for a centre that has entered none. */
export function CallButton() {
  const phone = useIdentity()?.phones[0];
  if (!phone) return null;
  return (
    <Button component="a" href={phoneURL(phone)} leftSection={<IconPhone size={18} stroke={1.6} />}>
      Позвонить: {formatPhone(phone)}
    </Button>
  );
}
