import { Anchor } from '@mantine/core';
import { formatPhone, phoneURL } from '../../../shared/contacts/phone.ts';
import { Fact } from '../../../shared/ui/facts.tsx';

interface ContactFactsProps {
  contacts: { phones: string[]; hours: string; licence: string } | undefined;
}

/** Phone numbers, hours and licence of a location; empty ones are not shown. */
export function ContactFacts({ contacts }: ContactFactsProps) {
  if (!contacts) return null;
  const { phones, hours, licence } = contacts;
  return (
    <>
      {phones.length > 0 && (
        <Fact label="Телефон">
          {phones.map((phone, at) => (
            <span key={phone}>
              {at > 0 && ', '}
              <Anchor href={phoneURL(phone)}>{formatPhone(phone)}</Anchor>
            </span>
          ))}
        </Fact>
      )}
      {hours && <Fact label="Часы">{hours}</Fact>}
      {licence && <Fact label="Лицензия">{licence}</Fact>}
    </>
  );
}
