import type { Delivery, Destination } from '@snimok/contract/viewing/deliveries';
import type { z } from 'zod';
import type { DestinationRow, listDeliveriesOf } from './queries.ts';

export const presentDestination = (row: DestinationRow): z.output<typeof Destination> => ({
  destinationID: row.id,
  name: row.name,
  calledAET: row.calledAet,
  callingAET: row.callingAet,
  host: row.host,
  port: row.port,
  tls: row.tls,
  automatic: row.automatic as z.output<typeof Destination>['automatic'],
});

export const presentDelivery = ({
  id,
  name,
  status,
  reason,
  finishedAt,
}: Awaited<ReturnType<typeof listDeliveriesOf>>[number]): z.output<typeof Delivery> => ({
  destinationID: id,
  name,
  status: (status ?? 'none') as z.output<typeof Delivery>['status'],
  reason,
  finishedAt: finishedAt?.toISOString() ?? null,
});
