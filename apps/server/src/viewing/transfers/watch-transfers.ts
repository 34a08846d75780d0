import type { FastifyInstance } from 'fastify';
import type { Right } from '../../platform/access/right.ts';
import type { Context } from '../../platform/context.ts';
import { TransferWatch } from '../../platform/transfer-watch/transfer-watch.ts';
import { checkRights } from './check-rights.ts';

/** The watch over the transfers of this process; it ends with the server. */
export const watchTransfers = (app: FastifyInstance, context: Context): TransferWatch<Right> => {
  const { log } = context;
  const watch = new TransferWatch<Right>({
    check: (rights) => checkRights(context, rights),
    onCut: (count, because) =>
      log.info(
        { count, because },
        'transfers were stopped, because their right has ended or could not be checked',
      ),
    onError: (cause) => log.warn({ err: cause }, 'could not check the rights of running transfers'),
  });
  app.addHook('onClose', async () => watch.close());
  return watch;
};
