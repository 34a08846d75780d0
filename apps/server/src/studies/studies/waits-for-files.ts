import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** A study in work, neither restored nor with files in processing. */
export const waitsForFiles = (): Expression<SqlBool> => {
  const study = expressionBuilder<Database, 'studies'>();
  const processing = study
    .selectFrom('uploads')
    .select('uploads.uuid')
    .whereRef('uploads.studyID', '=', 'studies.id')
    .where('uploads.status', 'in', ['completed', 'processing']);
  return study.and([
    study('studies.status', '=', 'in-work'),
    study('studies.restored', '=', false),
    study.not(study.exists(processing)),
  ]);
};
