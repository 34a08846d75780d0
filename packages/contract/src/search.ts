import { z } from 'zod';
import { Doctor } from './doctors.ts';
import { DropdownPatient, Patient } from './patients.ts';
import { SearchText } from './fields.ts';

const FoundPatient = Patient.pick({
  patientID: true,
  doctorID: true,
  name: true,
  birthday: true,
  phone: true,
  doctorName: true,
});
const FoundDoctor = Doctor.pick({ doctorID: true, name: true, email: true });

const SearchQuery = z.object({ query: SearchText });

export const search = {
  method: 'GET',
  url: '/assistant/search',
  schema: {
    summary:
      'Patients by parts of the name or of the phone, and clients by parts of the name or e-mail: every word must match, in any order; the best twenty and ten. Fewer than 3 characters find nothing',
    querystring: SearchQuery,
    response: { 200: z.object({ patients: z.array(FoundPatient), doctors: z.array(FoundDoctor) }) },
  },
} as const;

export const searchOwnPatients = {
  method: 'GET',
  url: '/doctor/patients/search',
  schema: {
    summary:
      'Own and shared patients by parts of the name or of the phone: every word must match, in any order; the best twenty. Fewer than 3 characters find nothing',
    querystring: SearchQuery,
    response: { 200: z.object({ patients: z.array(DropdownPatient) }) },
  },
} as const;
