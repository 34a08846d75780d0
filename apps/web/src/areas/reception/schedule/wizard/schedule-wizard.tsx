import { Button, Paper, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { dayOf } from '../../../../shared/dates/dates.ts';
import { explain } from '../../../../shared/calls/explain.ts';
import { areaSentences } from '../../../../shared/calls/area-sentences.ts';
import { PartBoundary } from '../../../../shared/failures/boundary.tsx';
import { useSingleFlight } from '../../../../shared/calls/use-single-flight.ts';
import { useSavedDraft } from '../../../../shared/storage/use-saved-draft.ts';
import { consentBody } from '../confirmation.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { PatientStep } from './patient-step.tsx';
import { useBookSlot } from '../free-slots.ts';
import { ReviewStep } from './review-step.tsx';
import { SlotStep } from './slot-step.tsx';
import { StepTitle } from './step.tsx';
import classes from './step.module.css';

/** A draft that was saved yesterday may have a day that is over. */
const withoutPastDate = (draft: Draft): Draft =>
  draft.date !== null && draft.date < dayOf(new Date()) ? { ...draft, date: null, slot: null } : draft;

/** The steps patient, centre and time, review, and confirmation. Going back and leaving the page keep the input. */
export function ScheduleWizard() {
  const saved = useSavedDraft('booking', emptyDraft);
  const draft = withoutPastDate(saved.draft);
  const [step, setStep] = useState<1 | 2 | 3 | 4>(1);
  const [problem, setProblem] = useState<string>();
  const booking = useBookSlot();
  const runSingle = useSingleFlight();
  const go = (to: 1 | 2 | 3 | 4) => () => {
    setProblem(undefined);
    setStep(to);
  };

  const book = () => {
    const { locationID, date, slot, reminder, email, ...patient } = draft;
    if (locationID === null || date === null || slot === null)
      return setProblem(areaSentences.schedule.slotMissing);
    runSingle(async () => {
      setProblem(undefined);
      try {
        const consent = consentBody({ reminder, email });
        await booking.mutateAsync({ locationID, date, slotUUID: slot.slotUUID, ...patient, ...consent });
        saved.setDraft(emptyDraft);
        setStep(4);
      } catch (reason) {
        setProblem(explain(reason));
      }
    });
  };

  const steps = { draft, change: saved.change };
  // the boundary is inside, so that a step that fails to load leaves the draft as it is
  return (
    <PartBoundary>
      {step === 1 && <PatientStep {...steps} onNext={go(2)} onBack={go(1)} />}
      {step === 2 && <SlotStep {...steps} onNext={go(3)} onBack={go(1)} />}
      {step === 3 && (
        <ReviewStep {...steps} pending={booking.isPending} problem={problem} onNext={book} onBack={go(2)} />
      )}
      {step === 4 && <Done onAgain={go(1)} />}
    </PartBoundary>
  );
}

const Done = ({ onAgain }: { onAgain: () => void }) => (
  <Paper className={classes.step} role="status">
    <IconCircleCheck size={40} stroke={1.5} color="var(--mantine-color-green-6)" aria-hidden />
    <StepTitle>Успех!</StepTitle>
    <Text mb="lg">
      Пациент записан. Напомните ему перед диагностикой снять металлические украшения и аксессуары в области
      головы и шеи.
    </Text>
    <Button onClick={onAgain}>Записать ещё</Button>
  </Paper>
);
