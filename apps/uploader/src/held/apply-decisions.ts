import { dirname } from 'node:path';
import type { Ledger } from '../ledger/ledger.ts';
import {
  type Delivery,
  findLastNumber,
  findNumberAside,
  listFilesOf,
  listUndecidedDeliveries,
  updateDelivery,
} from '../ledger/deliveries.ts';
import type { Log } from '../program/log-file.ts';
import { sentences } from '../program/sentences.ts';
import { type Decision, type HeldDatabase, listDecisions, publishHeld } from './held-studies.ts';

interface Options {
  ledger: Ledger;
  /** the name of the ledger's file */
  ledgerName: string;
  held: HeldDatabase;
  log: Log;
  print: (line: string) => void;
}

/**
 * Returns a function that records the decisions of a person in the ledger and publishes the studies that wait for one.
 * If the program is killed between the two, the decision is found again, but its delivery waits no longer.
 */
export function createApplyDecisions({ ledger, ledgerName, held, log, print }: Options) {
  function apply(delivery: Delivery, decision: Decision): void {
    const { id, studyUID } = delivery;
    if (decision.action === 'reject') {
      log('held-rejected', { part: id });
      const number = findNumberAside(ledger, studyUID);
      return print(
        sentences.deliveryState(updateDelivery(ledger, id, { state: 'rejected', number, note: null })),
      );
    }
    const { doctorID, patientID } = decision;
    log('held-confirmed', { part: id, doctorID, patientID });
    const number = delivery.number > 0 ? delivery.number : findLastNumber(ledger, studyUID) + 1;
    const change = { state: 'placed', number, doctorID, patientID, note: null } as const;
    print(sentences.deliveryState(updateDelivery(ledger, id, change)));
  }

  const present = (delivery: Delivery) => {
    const files = listFilesOf(ledger, delivery.id);
    return {
      deliveryID: delivery.id,
      studyUID: delivery.studyUID,
      type: delivery.type,
      header: delivery.header,
      files: files.length,
      folder: dirname(files[0]?.file.path ?? ''),
      why: delivery.note ?? '',
    };
  };

  return function applyDecisions(): void {
    const undecided = new Map(listUndecidedDeliveries(ledger).map((delivery) => [delivery.id, delivery]));
    for (const { deliveryID, decision } of listDecisions(held, ledgerName)) {
      const delivery = undecided.get(deliveryID);
      if (delivery) apply(delivery, decision);
    }
    publishHeld(held, ledgerName, listUndecidedDeliveries(ledger).map(present));
  };
}
