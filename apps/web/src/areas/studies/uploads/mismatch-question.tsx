import type { ConfirmedPeople } from '@snimok/api-client/transfer/upload-api';
import { type ReactNode, useState } from 'react';
import type { Findings, PersonInFiles } from './inspect/inspect-files.ts';
import { findMismatch } from './inspect/mismatch.ts';
import { MismatchDialog } from './mismatch-dialog.tsx';
import type { PatientCard } from './preview/upload-preview.tsx';

type Send = (confirmed?: ConfirmedPeople) => void;

/**
 * Asks once before it sends files that name another patient than the card. `card`: null while no patient is chosen.
 * The dialog must not be inside a form, because React passes the submit of its own form on to the parents.
 */
export function useMismatchQuestion(
  findings: Pick<Findings, 'people'> | null,
  card: PatientCard | null,
): { mismatch: PersonInFiles[] | null; sendOrAsk: (send: Send) => void; question: ReactNode } {
  const mismatch = findings && card && findMismatch(findings, card);
  const [asked, setAsked] = useState<{ people: PersonInFiles[]; send: Send } | null>(null);
  return {
    mismatch,
    sendOrAsk: (send) => (mismatch ? setAsked({ people: mismatch, send }) : send()),
    question: card && (
      <MismatchDialog
        people={asked && asked.people}
        card={card}
        onClose={() => setAsked(null)}
        onSend={(confirmed) => asked?.send(confirmed)}
      />
    ),
  };
}
