import type { ReportTemplate } from '@snimok/contract/reporting/report-templates';
import type { z } from 'zod';
import type { Tx } from '../../../platform/db/client.ts';

type Template = z.output<typeof ReportTemplate>;
export type TemplateFacts = Pick<Template, 'name' | 'studyType' | 'fields' | 'withFindings' | 'conclusion'>;
export type Field = Template['fields'][number];

const selectTemplates = (db: Tx) =>
  db
    .selectFrom('reportTemplates')
    .leftJoin('accounts', 'accounts.id', 'reportTemplates.changedBy')
    .selectAll('reportTemplates')
    .select('accounts.name as changedByName');

export const listTemplates = async (db: Tx): Promise<Template[]> =>
  (
    await selectTemplates(db)
      .orderBy('reportTemplates.studyType')
      .orderBy('reportTemplates.name')
      .orderBy('reportTemplates.id')
      .execute()
  ).map((row) => ({
    templateID: row.id,
    name: row.name,
    studyType: row.studyType as Template['studyType'],
    fields: row.fields as unknown as Field[],
    withFindings: row.withFindings,
    conclusion: row.conclusion,
    version: row.version,
    changedByName: row.changedByName,
    changedAt: row.changedAt.toISOString(),
  }));

export const findTemplate = async (db: Tx, templateID: number): Promise<Template | undefined> =>
  (await listTemplates(db)).find((template) => template.templateID === templateID);

interface Change {
  by: number;
  now: Date;
}

const columnsOf = ({ fields, ...facts }: TemplateFacts, { by, now }: Change) => ({
  ...facts,
  fields: JSON.stringify(fields),
  changedBy: by,
  changedAt: now,
});

/** Undefined if another template of the type has this name. */
export const insertTemplate = (tx: Tx, facts: TemplateFacts, change: Change) =>
  tx
    .insertInto('reportTemplates')
    .values(columnsOf(facts, change))
    .onConflict((existing) => existing.doNothing())
    .returning('id')
    .executeTakeFirst();

/** False if the template has another version. */
export const updateTemplate = async (
  tx: Tx,
  { templateID, version, facts }: { templateID: number; version: number; facts: TemplateFacts },
  change: Change,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('reportTemplates')
    .set({ ...columnsOf(facts, change), version: version + 1 })
    .where('id', '=', templateID)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const deleteTemplate = async (tx: Tx, templateID: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('reportTemplates')
    .where('id', '=', templateID)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const isNameTaken = async (
  tx: Tx,
  { name, studyType }: TemplateFacts,
  except: number,
): Promise<boolean> => {
  const taken = await tx
    .selectFrom('reportTemplates')
    .select('id')
    .where('id', '!=', except)
    .where('studyType', '=', studyType)
    // as in the index `report_templates_by_name`
    .where(({ eb, fn, val }) => eb(fn('lower', ['name']), '=', fn('lower', [val(name)])))
    .executeTakeFirst();
  return taken !== undefined;
};
