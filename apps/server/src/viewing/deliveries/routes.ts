import {
  createDestination,
  deleteDestination,
  listClientDestinations,
  listDeliveries,
  listDestinations,
  requestDelivery,
} from '@snimok/contract/viewing/deliveries';
import { findDoctor } from '../../people/doctors/queries.ts';
import { clientOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { forbidden } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { sentences } from '../../platform/access/sentences.ts';
import { openObject } from '../../studies/studies/study-rows/study-state.ts';
import { findOwnStudy } from '../../studies/studies/study-rows/queries.ts';
import { addDestination } from './deliveries.ts';
import { presentDelivery, presentDestination } from './present.ts';
import {
  deleteDestinationRow,
  findDestination,
  listDeliveriesOf,
  listDestinationsOf,
  putDelivery,
} from './queries.ts';

/** The programs of clients, and the deliveries of their studies. */
export const deliveryRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;

  app.route({
    ...listDestinations,
    handler: async ({ actor }) => {
      authorize(actor, 'delivery.manage');
      const rows = await listDestinationsOf(db, actor, clientOf(actor));
      return { destinations: rows.map(presentDestination) };
    },
  });

  app.route({
    ...createDestination,
    handler: async ({ actor, body }, reply) => {
      authorize(actor, 'delivery.manage');
      const destinationID = await addDestination(context, actor, clientOf(actor), body);
      return reply.code(201).send({ destinationID });
    },
  });

  app.route({
    ...deleteDestination,
    handler: async ({ actor, params }, reply) => {
      authorize(actor, 'delivery.manage');
      const { id } = await findDestination(db, actor, params.destinationID);
      await deleteDestinationRow(db, id, clock.now());
      return reply.code(204).send();
    },
  });

  app.route({
    ...listClientDestinations,
    handler: async ({ actor, params }) => {
      authorize(actor, 'doctor.see');
      const { id } = await findDoctor(db, params.doctorID);
      const rows = await listDestinationsOf(db, actor, id);
      return { destinations: rows.map(presentDestination) };
    },
  });

  app.route({
    ...listDeliveries,
    handler: async ({ actor, params }) => {
      authorize(actor, 'delivery.manage');
      const { id } = await findOwnStudy(db, actor, params);
      const rows = await listDeliveriesOf(db, actor, clientOf(actor), id);
      return { deliveries: rows.map(presentDelivery) };
    },
  });

  app.route({
    ...requestDelivery,
    handler: async ({ actor, params, body }, reply) => {
      authorize(actor, 'delivery.manage');
      const study = await findOwnStudy(db, actor, params);
      // a program at the clinic receives own studies only
      if (study.doctorID !== clientOf(actor)) throw forbidden(sentences.forbidden);
      openObject(study);
      const { id: destinationID } = await findDestination(db, actor, body.destinationID);
      await putDelivery(db, { studyID: study.id, destinationID, requestedAt: clock.now() });
      return reply.code(204).send();
    },
  });
};
