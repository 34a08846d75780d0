import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { DialogForm } from '../../../shared/ui/dialog-form.tsx';
import { dropdownDoctorsQuery } from '../../doctors/queries.ts';
import { NameSelect } from '../../studies/create/name-select.tsx';
import { type SlotAddress, useBookByPhone } from '../queries.ts';
import { VisitorFields } from '../visitor-fields.tsx';
import { timeOf } from '../../../shared/dates.ts';
import { longDayOf } from '../times.ts';

type Slot = SlotAddress & { beginsAt: string };

interface BookDialogProps {
  slot: Slot | undefined;
  timeZone: string;
  onClose: () => void;
}

/** Books a slot for a patient who calls by phone. */
export function BookDialog({ slot, timeZone, onClose }: BookDialogProps) {
  const when = slot ? `${longDayOf(slot.date)}, ${timeOf(slot.beginsAt, timeZone)}` : '';
  return (
    <Dialog title={`Запись: ${when}`} opened={slot !== undefined} onClose={onClose}>
      {slot && (
        <Suspense>
          <BookForm slot={slot} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  );
}

function BookForm({ slot, onClose }: { slot: Slot; onClose: () => void }) {
  const { data: doctors } = useSuspenseQuery(dropdownDoctorsQuery);
  const { beginsAt: _, ...address } = slot;
  const booking = useBookByPhone(address);
  const [values, setValues] = useState({ patientName: '', patientPhone: '', studyComment: '' });
  const [doctorID, setDoctorID] = useState<number | null>(null);
  const change = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  const submit = () => booking.mutateAsync({ ...values, doctorID });
  return (
    <DialogForm sending={booking} submitLabel="Записать" onSubmit={submit} onClose={onClose}>
      <VisitorFields visitor={values} change={change} autoFocus>
        <NameSelect
          label="Клиент (врач или клиника)"
          placeholder="Без клиента"
          clearLabel="Без клиента"
          options={doctors.map((one) => ({ id: one.doctorID, name: one.name }))}
          value={doctorID}
          onChange={setDoctorID}
        />
      </VisitorFields>
    </DialogForm>
  );
}
