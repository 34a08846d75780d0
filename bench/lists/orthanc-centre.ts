import { openPool } from '../../apps/server/src/platform/db/client.ts';
import { loadWithoutIndexes } from './load-without-indexes.ts';
import { indexURL } from '../programs/orthanc-server.ts';

/** Fills Orthanc's empty index with the patients and studies of `orthanc-centre.sql`. */
export const fillOrthanc = async (databaseURL: string): Promise<void> => {
  const pool = openPool(indexURL(databaseURL), { max: 1 });
  try {
    await loadWithoutIndexes(pool, ['resources', 'maindicomtags', 'dicomidentifiers'], 'orthanc-centre.sql');
    await pool.query('vacuum analyze');
  } finally {
    await pool.end();
  }
};
