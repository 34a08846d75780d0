import {
  createIntakeStudy,
  type IntakeSuggestion,
  suggestIntake,
} from '@snimok/contract/reception/scan-intake';
import { markArrived } from '@snimok/contract/reception/schedule';
import { createStudy } from '@snimok/contract/studies/studies';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { queryClient } from '../../../shared/calls/query-client.ts';
import type { Kind } from '../../studies/studies/labels.ts';

export type Suggestion = z.output<typeof IntakeSuggestion>;
type NewStudy = BodyOf<typeof createIntakeStudy>;

export interface StartedStudy {
  doctorID: number;
  patientID: number;
  studyID: number;
}

export interface Sought {
  name: string;
  birthday: string | null;
  clientNames: string[];
}

/** The key begins with `patients`, so that created and changed cards refresh the suggestions. */
export const suggestionsQuery = (sought: Sought) =>
  queryOptions({
    queryKey: ['patients', 'intake', sought],
    queryFn: () => call(suggestIntake, { body: sought }),
  });

export const refreshLists = () =>
  Promise.all(
    ['studies', 'patients', 'schedule'].map((module) =>
      queryClient.invalidateQueries({ queryKey: [module] }),
    ),
  );

export const createWithCard = (body: NewStudy): Promise<StartedStudy> => call(createIntakeStudy, { body });

export const createForBooking = (
  bookingID: number,
  body: BodyOf<typeof markArrived>,
): Promise<StartedStudy> => call(markArrived, { params: { bookingID }, body });

export async function createForCard(
  card: { doctorID: number; patientID: number },
  studyType: Kind,
  requestUUID: string,
): Promise<StartedStudy> {
  const params = { patientID: card.patientID };
  const { studyID } = await call(createStudy, { params, body: { studyType, comment: '', requestUUID } });
  return { ...card, studyID };
}
