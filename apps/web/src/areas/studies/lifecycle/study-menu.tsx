import { Text } from '@mantine/core';
import { phaseOf } from '@snimok/contract/studies/study-state';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { TIME_IN_BIN } from '../../../shared/dates/bin-time.ts';
import { DeleteForm } from '../../../shared/dialogs/delete-form.tsx';
import { deleteEntry, type MoreEntry, MoreMenu } from '../../../shared/dialogs/more-menu.tsx';
import { dated } from '../../platform/lists/study-names.ts';
import type { AssistantStudy } from '../studies/queries.ts';
import { useDeleteStudy, useUndeleteStudies } from './queries.ts';

interface StudyProps {
  study: AssistantStudy;
  /** as `studyDayAmong` names it */
  day: string;
}

/** Rare actions, in a menu so that they are not clicked by mistake. `entries`: others than the deletion. */
export function StudyMenu({ study, day, entries }: StudyProps & { entries: MoreEntry[] }) {
  const deletion = deleteEntry('Удалить исследование?', (close) => (
    <DeleteStudy study={study} day={day} onClose={close} />
  ));
  const all = study.assistantCanDelete ? [...entries, deletion] : entries;
  return all.length > 0 && <MoreMenu label="Ещё действия с исследованием" entries={all} />;
}

function DeleteStudy({ study, day, onClose }: StudyProps & { onClose: () => void }) {
  const { studyID, type, patientName } = study;
  const deletion = useDeleteStudy(studyID);
  const undelete = useUndeleteStudies();
  return (
    <DeleteForm
      deletion={deletion}
      undoNotice={{
        message: `Исследование удалено. Оно в корзине ещё ${TIME_IN_BIN}.`,
        undone: 'Исследование возвращено',
        undo: () => undelete(studyID),
      }}
      onClose={onClose}
    >
      <Text>
        {dated(STUDY_TYPES[type].label, study, day)}, {patientName}.{' '}
        {phaseOf(study) === 'available'
          ? 'Исследование сразу исчезнет и у клиента.'
          : 'Загрузка его файлов будет остановлена.'}{' '}
        Вернуть его можно из корзины в течение {TIME_IN_BIN}.
      </Text>
    </DeleteForm>
  );
}
