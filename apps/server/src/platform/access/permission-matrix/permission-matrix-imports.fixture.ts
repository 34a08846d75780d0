import type { ArchiveImportState } from '@snimok/contract/reception/archive-import-values';
import type { Account } from '../../../testing/portal/make.ts';
import type { TestServer } from '../../../testing/portal/server.ts';

/** Rows of the status table for the import from old archives. */
export const importTable = `
GET    /assistant/archive-imports                               401 200 403 403 403 403 401 401
POST   /assistant/archive-imports                               401 201 403 403 403 403 401 401
GET    /assistant/archive-imports/:importID                     401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/archive-imports/:importID/studies             401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/archive-imports/:importID/problems            401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/archive-imports/:importID/studies/:rowID      401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/archive-imports/:importID/confirm             401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/archive-imports/:importID/pause               401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/archive-imports/:importID/resume              401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/archive-imports/:importID/stop                401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/archive-imports/:importID/proof               401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/archive-imports/:importID/proof/download      401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
`;

const makeImport = async (
  { context: { db, clock } }: TestServer,
  creatorID: number,
  state: ArchiveImportState,
) => {
  const source = JSON.stringify({ kind: 'folder', path: '/archive' });
  const { id: importID } = await db
    .insertInto('archiveImports')
    .values({ source, state, creatorID, createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return importID;
};

/** A planned import with one study, and one import for each endpoint that changes its state. */
export const makeImports = async (server: TestServer, { id }: Account) => {
  const importID = await makeImport(server, id, 'planned');
  const { id: rowID } = await server.context.db
    .insertInto('archiveImportStudies')
    .values({ importID, sourceKey: '1', outcome: 'unsure' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const path = '/assistant/archive-imports/:importID';
  return {
    ids: { importID, rowID },
    overrides: {
      [`POST ${path}/confirm`]: { importID: await makeImport(server, id, 'planned') },
      [`POST ${path}/pause`]: { importID: await makeImport(server, id, 'running') },
      [`POST ${path}/resume`]: { importID: await makeImport(server, id, 'paused') },
      [`POST ${path}/stop`]: { importID: await makeImport(server, id, 'planned') },
    },
  };
};
