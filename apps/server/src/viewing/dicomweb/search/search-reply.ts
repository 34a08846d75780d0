import type { JsonDataSet } from '@snimok/imaging/dicom/elements/json-model';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendJSON } from '../requests/reply.ts';
import type { SearchTerms } from '../instance-rows/search-terms.ts';

interface Outcome extends Pick<SearchTerms, 'ignored'> {
  /** the URL of the service */
  base: string;
  /** how many further results match */
  remaining: number;
  /** what else the answer does not contain */
  omitted?: string[];
}

/** A header has a limited length. */
export const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 64;

/** Warning headers name the ignored parameters and the number of further results, in the form of PS3.18, 8.3.4.4. */
export const addWarnings = (
  reply: FastifyReply,
  { base, ignored, remaining, omitted = [] }: Outcome,
): void => {
  const warnings: string[] = [];
  if (ignored.length > 0) warnings.push(`These parameters were not matched: ${listed(ignored)}`);
  if (remaining > 0) warnings.push(`There are ${remaining} additional results that can be requested`);
  warnings.push(...omitted);
  if (warnings.length > 0)
    reply.header(
      'warning',
      warnings.map((warning) => `299 ${base}: ${warning}`),
    );
};

const listed = (names: string[]): string => {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => name.replace(/[^\w.-]/g, '?').slice(0, MAX_NAME_LENGTH))
    .join(', ');
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${shown} and ${more} more` : shown;
};

/** Replies 204 without results (PS3.18, 10.6.3.1). */
export const sendResults = (
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome,
  results: JsonDataSet[],
) => {
  addWarnings(reply, outcome);
  return results.length > 0 ? sendJSON(request, reply, results) : reply.code(204).send();
};
