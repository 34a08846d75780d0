import { z } from 'zod';
import { Doctor } from './doctors.ts';
import { DropdownPatient, Patient } from './patients.ts';
import { SearchText } from '../values/fields.ts';

/** Why a hit was found; absent if the words of the query are in its name. */
const FoundBy = z.object({
  reason: z.enum(['layout', 'transliteration', 'birthday', 'phone']),
  /** the query as it was interpreted, or the patient's birth date or phone */
  text: z.string(),
});

const FoundPatient = Patient.pick({
  patientID: true,
  doctorID: true,
  name: true,
  birthday: true,
  phone: true,
  doctorName: true,
}).extend({ foundBy: FoundBy.optional() });
const FoundDoctor = Doctor.pick({ doctorID: true, name: true, email: true }).extend({
  foundBy: FoundBy.optional(),
});

const SearchQuery = z.object({ query: SearchText });

export const search = {
  method: 'GET',
  url: '/assistant/search',
  access: { assistant: { oneOf: ['studies', 'clients'] }, token: 'patients:read', desktop: true },
  schema: {
    summary:
      'Patients by parts of the name or of the phone or by the birth date, and clients by parts of the name or e-mail: every word must match, in any order; the best twenty and ten. Words in the other keyboard layout and transliterated ones match too, after exact hits. Fewer than 3 characters find nothing',
    querystring: SearchQuery,
    response: { 200: z.object({ patients: z.array(FoundPatient), doctors: z.array(FoundDoctor) }) },
  },
} as const;

export const searchOwnPatients = {
  method: 'GET',
  url: '/doctor/patients/search',
  access: { doctor: 'everyone' },
  schema: {
    summary:
      'Own and shared patients by parts of the name or of the phone or by the birth date: every word must match, in any order; the best twenty. Words in the other keyboard layout and transliterated ones match too, after exact hits. Fewer than 3 characters find nothing',
    querystring: SearchQuery,
    response: {
      200: z.object({ patients: z.array(DropdownPatient.extend({ foundBy: FoundBy.optional() })) }),
    },
  },
} as const;
