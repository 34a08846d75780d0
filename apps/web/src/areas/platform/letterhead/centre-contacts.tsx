import { Anchor } from '@mantine/core';
import { formatPhone, phoneURL } from '../../../shared/contacts/phone.ts';
import classes from './centre-contacts.module.css';
import type { Identity } from './use-identity.ts';

type Contacts = Pick<Identity, 'name' | 'address' | 'phones' | 'hours' | 'website' | 'licence' | 'logo'>;

export const isEmpty = ({ name, address, phones, hours, website, licence, logo }: Contacts) =>
  !(name || address || phones.length > 0 || hours || website || licence || logo);

/** Logo, name and how to reach the centre; nothing for a centre that has entered nothing. */
export function CentreContacts({ centre }: { centre: Contacts | undefined }) {
  if (!centre || isEmpty(centre)) return null;
  const { name, address, phones, hours, website, licence, logo } = centre;
  return (
    <section className={classes.contacts} aria-label="Диагностический центр">
      {logo && <img src={logo} alt="" className={classes.logo} />}
      <div className={classes.lines}>
        {name && <strong>{name}</strong>}
        {phones.length > 0 && (
          <span className={classes.phones}>
            {phones.map((phone) => (
              <Anchor key={phone} href={phoneURL(phone)} className={classes.link}>
                {formatPhone(phone)}
              </Anchor>
            ))}
          </span>
        )}
        {address && <span>{address}</span>}
        {hours && <span>{hours}</span>}
        {website && (
          <Anchor href={website} target="_blank" rel="noopener noreferrer" className={classes.link}>
            {website.replace(/^https?:\/\//, '').replace(/\/$/, '')}
          </Anchor>
        )}
        {licence && <span>{/^лиценз/i.test(licence) ? licence : `Лицензия: ${licence}`}</span>}
      </div>
    </section>
  );
}
