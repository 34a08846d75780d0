import { List, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { dayOf, formatDay, timeOf } from '../../../shared/dates/dates.ts';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { useRequestUpdate } from './queries.ts';

interface UpdateDialogProps {
  version: string;
  /** when an update of the coming night begins */
  nightAt: string;
  /** the time zone of the centre */
  timeZone: string;
  opened: boolean;
  onClose: () => void;
}

/** Says what an update does, and asks for it now or in the coming night. */
export function UpdateDialog({ opened, onClose, ...props }: UpdateDialogProps) {
  const request = useRequestUpdate();
  const close = () => {
    onClose();
    request.reset();
  };
  return (
    <Dialog title="Обновить портал" opened={opened} onClose={close}>
      <UpdateForm {...props} request={request} onClose={close} />
    </Dialog>
  );
}

interface UpdateFormProps extends Omit<UpdateDialogProps, 'opened'> {
  request: ReturnType<typeof useRequestUpdate>;
}

function UpdateForm({ version, nightAt, timeZone, request, onClose }: UpdateFormProps) {
  const [when, setWhen] = useState<'now' | 'tonight'>('now');
  const night = `${formatDay(dayOf(nightAt, timeZone))} в ${timeOf(nightAt, timeZone)}`;
  return (
    <DialogForm
      sending={request}
      submitLabel={when === 'now' ? 'Обновить сейчас' : 'Обновить ночью'}
      onSubmit={() => request.mutateAsync({ version, when })}
      onClose={onClose}
    >
      <Text>
        Будет установлена версия <b>{version}</b>.
      </Text>
      <Radio.Group
        label="Когда"
        value={when}
        onChange={(chosen) => setWhen(chosen === 'tonight' ? 'tonight' : 'now')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="now" label="Сейчас" />
          <Radio value="tonight" label={`Сегодня ночью: ${night} по часам центра`} />
        </Stack>
      </Radio.Group>
      <div>
        <Text fw={500} mb={4}>
          Что произойдёт
        </Text>
        <List size="sm" spacing={4}>
          <List.Item>Сервер проверит подпись новой версии и сделает резервную копию.</List.Item>
          <List.Item>
            Потом портал перезапустится: несколько секунд он не будет отвечать. Открытые страницы дождутся его
            сами.
          </List.Item>
          <List.Item>Загрузки, которые идут, продолжатся с того же места.</List.Item>
          <List.Item>Если новая версия не заработает, сервер сам вернёт прежнюю.</List.Item>
        </List>
      </div>
    </DialogForm>
  );
}
