import { z } from 'zod';
import { signedIn } from '../people/access.ts';
import { NoContent } from '../values/fields.ts';

/** The lists of the web app whose columns people choose. `worklist` is the saved name of a client's list «Исследования». */
export const ListName = z.enum(['clients', 'patients', 'waiting-patients', 'studies', 'worklist']);
/** Keys of columns. A version of the web app ignores keys that it does not know. */
const HiddenColumns = z.array(z.string().regex(/^[a-zA-Z]{1,30}$/)).max(20);

export const listHiddenColumns = {
  method: 'GET',
  url: '/lists/columns',
  access: signedIn,
  schema: {
    summary:
      'The columns that the caller has hidden; lists whose columns the caller has not chosen are absent',
    response: { 200: z.object({ lists: z.array(z.object({ list: z.string(), hidden: HiddenColumns })) }) },
  },
} as const;

export const hideColumns = {
  method: 'PUT',
  url: '/lists/columns',
  access: signedIn,
  schema: {
    summary: 'Choose the columns of a list that are hidden; the others are shown',
    body: z.object({ list: ListName, hidden: HiddenColumns }),
    response: { 204: NoContent },
  },
} as const;
