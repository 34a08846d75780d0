import { Alert, Anchor, Text } from '@mantine/core';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { Link } from 'react-router';
import { useNavigateIfShown } from '../../../../shared/navigation/use-navigate-if-shown.ts';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { studyPath } from '../../../studies/studies/study-path.ts';
import { type BookingCard, useMarkArrived } from '../queries.ts';
import { BookedPatient } from './booked-patient.tsx';

interface PlannedArrivalFormProps {
  booking: BookingCard;
  study: NonNullable<BookingCard['plannedStudy']>;
  onClose: () => void;
}

/** The arrival of a patient whose study was created for the accepted referral: nothing is left to choose. */
export function PlannedArrivalForm({ booking, study, onClose }: PlannedArrivalFormProps) {
  const { doctorID, patientID, type } = study;
  const arrival = useMarkArrived(booking.bookingID);
  const navigate = useNavigateIfShown();
  return (
    <DialogForm
      sending={arrival}
      submitLabel="Отметить приход"
      onSubmit={async () =>
        // the server reads card and type only if the study was deleted in the meantime
        navigate(studyPath(await arrival.mutateAsync({ doctorID, patientID, studyType: type })))
      }
      onClose={onClose}
    >
      <BookedPatient booking={booking} />
      {booking.doctorName && <Text>Клиент: {booking.doctorName}</Text>}
      <Alert color="blue">
        По направлению уже создано{' '}
        <Anchor component={Link} to={studyPath(study)} underline="always" onClick={onClose}>
          исследование «{STUDY_TYPES[type].label}»
        </Anchor>
        .
      </Alert>
    </DialogForm>
  );
}
