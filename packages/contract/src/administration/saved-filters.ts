import { z } from 'zod';
import { Id, JsonId, Name, NoContent } from '../values/fields.ts';
import { MOST_CHARACTERS } from '../values/lengths.ts';

export const MAX_SAVED_FILTERS = 20;

const NewFilter = z.object({
  name: Name.max(MOST_CHARACTERS.savedFilterName),
  /** the query string of the list of studies, without its page */
  query: z
    .string()
    .max(500)
    .regex(/^[\w=&.%+-]*$/),
});
const SavedFilter = NewFilter.extend({ filterID: JsonId });

export const listSavedFilters = {
  method: 'GET',
  url: '/assistant/saved-filters',
  access: { assistant: 'studies' },
  schema: {
    summary: "The caller's own saved filters of the list of studies, by name",
    response: { 200: z.object({ filters: z.array(SavedFilter) }) },
  },
} as const;

export const saveFilter = {
  method: 'POST',
  url: '/assistant/saved-filters',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Save a filter; one of the same name is replaced. 409 for more than 20',
    body: NewFilter,
    response: { 201: z.object({ filterID: JsonId }) },
  },
} as const;

export const deleteSavedFilter = {
  method: 'DELETE',
  url: '/assistant/saved-filters/:filterID',
  access: { assistant: 'studies' },
  schema: {
    summary: "Delete a filter of one's own",
    params: z.object({ filterID: Id }),
    response: { 204: NoContent },
  },
} as const;
