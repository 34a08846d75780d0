import type { AnyKind } from '../../../shared/waiting/waiting-queue.ts';
import { messageKind } from '../../messaging/messenger/messages/message-kind.ts';
import { newPatient } from '../../people/patients/waiting-patient.ts';
import { newReferral } from '../../reception/referrals/waiting-referral.ts';
import { newStudy } from '../../studies/create-study/waiting-study.ts';

/**
 * The requests that may be executed later. Each of them only adds something, does not share it with further people, and has an id, so
 * that the server executes it once. Every other request is refused without a connection (`NotSent`): a booking, whose time may be taken meanwhile; a change of data that a colleague may have changed;
 * signing, sharing, handing out, deleting, sending letters and granting access, which the person must see happen.
 */
export const waitingKinds: AnyKind[] = [newPatient, newStudy, newReferral, messageKind];
