import type { ClientSortField, listDoctors } from '@snimok/contract/people/doctors';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import type { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { listLettersAbout } from '../../platform/letters/queries.ts';
import { aboutPassword } from '../accounts/account-rows/accounts.ts';
import { presentClient, presentTotals } from './present.ts';
import { countDoctors, listDoctorsPage } from './queries.ts';

type Query = z.output<typeof listDoctors.schema.querystring>;

/** One page of the clients. */
export const presentPage = async (db: Db, { sortedBy, offset, with: extra }: Query) => {
  const [field, direction] = sortedBy.split('.') as [ClientSortField, 'asc' | 'desc'];
  const [doctors, totalCount] = await Promise.all([
    listDoctorsPage(db, { field, direction }, { offset, limit: PAGE_SIZE }),
    countDoctors(db),
  ]);
  const letters = await listLettersAbout(
    db,
    doctors.map(({ id }) => aboutPassword(id)),
  );
  return {
    doctors: doctors.map((doctor) => ({
      ...presentClient(doctor, letters.get(aboutPassword(doctor.id))),
      ...(extra === 'totals' && presentTotals(doctor)),
    })),
    currentOffset: offset,
    totalCount,
  };
};
