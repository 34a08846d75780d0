import { ActionIcon, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { formatDay } from '../../../shared/dates.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { DialogForm } from '../../../shared/ui/dialog-form.tsx';
import { showUndo } from '../../../shared/ui/show-undo.tsx';
import { useSingly } from '../../../shared/use-singly.ts';
import type { AssistantStudy } from '../queries.ts';
import { TYPE_LABELS } from '../words.ts';
import { useDeleteStudy, useUndeleteStudy } from './queries.ts';

/** What is seldom done to a study, and not by a slip of the hand. */
export function StudyMenu({ study }: { study: AssistantStudy }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label="Ещё действия с исследованием">
            <IconDots size={20} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconTrash size={18} stroke={1.6} color="var(--mantine-color-error)" />}
            onClick={open}
          >
            Удалить
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title="Удалить исследование?" opened={opened} onClose={close}>
        {opened && <DeleteStudy study={study} onClose={close} />}
      </Dialog>
    </>
  );
}

function DeleteStudy({ study, onClose }: { study: AssistantStudy; onClose: () => void }) {
  const { studyID, type, createdAt, patientName, status } = study;
  const remove = useDeleteStudy(studyID);
  const undo = useUndeleteStudy(studyID);
  const singly = useSingly();
  return (
    <DialogForm
      danger
      sending={remove}
      submitLabel="Удалить"
      onSubmit={(event) => {
        event.preventDefault();
        singly(async () => {
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
