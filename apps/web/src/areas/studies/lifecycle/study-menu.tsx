import { Text } from '@mantine/core';
import { formatDay } from '../../../shared/dates.ts';
import { DeleteMenu } from '../../../shared/ui/delete-menu.tsx';
import { DialogForm } from '../../../shared/ui/dialog-form.tsx';
import { showUndo } from '../../../shared/ui/show-undo.tsx';
import { useSingleFlight } from '../../../shared/use-single-flight.ts';
import type { AssistantStudy } from '../queries.ts';
import { TYPE_LABELS } from '../labels.ts';
import { useDeleteStudy, useUndeleteStudy } from './queries.ts';

/** What is seldom done to a study, and not by a slip of the hand. */
export const StudyMenu = ({ study }: { study: AssistantStudy }) => (
  <DeleteMenu label="Ещё действия с исследованием" question="Удалить исследование?">
    {(close) => <DeleteStudy study={study} onClose={close} />}
  </DeleteMenu>
);

function DeleteStudy({ study, onClose }: { study: AssistantStudy; onClose: () => void }) {
  const { studyID, type, createdAt, patientName, status } = study;
  const remove = useDeleteStudy(studyID);
  const undo = useUndeleteStudy(studyID);
  const runSingle = useSingleFlight();
  return (
    <DialogForm
      danger
      sending={remove}
      submitLabel="Удалить"
      onSubmit={(event) => {
        event.preventDefault();
        runSingle(async () => {
          await remove.mutateAsync();
          showUndo({ message: 'Исследование удалено', undone: 'Исследование возвращено', undo });
        });
      }}
      onClose={onClose}
    >
      <Text>
        {TYPE_LABELS[type]} от {formatDay(createdAt)}, {patientName}.{' '}
        {status === 'done'
          ? 'Исследование сразу исчезнет и у врача.'
          : 'Загрузка его файлов будет остановлена.'}
      </Text>
    </DialogForm>
  );
}
