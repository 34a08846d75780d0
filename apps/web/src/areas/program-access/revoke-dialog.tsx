import { Text } from '@mantine/core';
import { formatMoment } from '../../shared/dates.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { useSingly } from '../../shared/use-single-flight.ts';
import { type App, useRevokeApp } from './queries.ts';
import { versionInWords } from './labels.ts';

interface RevokeDialogProps {
  /** absent while it is closed */
  app: App | undefined;
  onClose: () => void;
}

export const RevokeDialog = ({ app, onClose }: RevokeDialogProps) => (
  <Dialog title="Отозвать доступ" opened={app !== undefined} onClose={onClose}>
    {app && <Revoke app={app} onClose={onClose} />}
  </Dialog>
);

function Revoke({ app, onClose }: { app: App; onClose: () => void }) {
  const revoke = useRevokeApp(app.grantID);
  const singly = useSingly();
  return (
    <DialogForm
      sending={revoke}
      submitLabel="Отозвать"
      danger
      onSubmit={(event) => {
        event.preventDefault();
        singly(() => revoke.mutateAsync());
      }}
      onClose={onClose}
    >
      <Text>
        Программа версии {versionInWords(app.appVersion)} сразу потеряет доступ, а начатая загрузка прервётся.
        Вход разрешён {formatMoment(app.grantedAt)} ({app.assistantName}).
      </Text>
    </DialogForm>
  );
}
