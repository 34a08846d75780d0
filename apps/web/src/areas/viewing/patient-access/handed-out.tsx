import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconLock, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates/dates.ts';
import { groupedPIN } from '../../../shared/codes/grouped-pin.ts';
import { formatPhone } from '../../../shared/contacts/phone.ts';
import { useDialogLock } from '../../../shared/dialogs/dialog.tsx';
import { GuardedButton } from '../../../shared/dialogs/guarded-button.tsx';
import { QRCode } from '../../people/second-factors/qr-code.tsx';
import { useIdentity } from '../../platform/letterhead/use-identity.ts';
import type { HandedOut } from './hand-out-form.tsx';
import classes from './patient-access.module.css';
import { type Paper, PrintSheet } from './print-sheet.tsx';
import { WrittenAddress } from './written-address.tsx';

const PAPERS: { value: Paper; label: string }[] = [
  { value: 'a4', label: 'A4' },
  { value: 'a6', label: 'A6' },
  { value: 'receipt', label: 'Чек 80 мм' },
];

/** The PIN, which is shown only once, and the sheet for the patient. */
export function HandedOutNotice({ sheet, pin, email, phone, onDone }: HandedOut & { onDone: () => void }) {
  useDialogLock('ПИН-код больше нигде не показывается. Сначала отдайте его пациенту.');
  const [paper, setPaper] = useState<Paper>('a4');
  const centre = useIdentity();
  return (
    <Alert role="status" color="blue" icon={<IconLock />} title="Снимок выдан">
      <Text>ПИН-код для пациента:</Text>
      <Text component="output" className={classes.pin}>
        {groupedPIN(pin)}
      </Text>
      <Text size="sm">
        Он показывается один раз. Снимок доступен до {formatDay(sheet.expiresAt)}.
        {email && ` Ссылка отправлена на ${email}, кода в письме нет.`}
        {phone && ` Ссылка отправлена по СМС на ${formatPhone(phone)}, кода в сообщении нет.`}
      </Text>
      <div className={classes.scan}>
        <QRCode text={sheet.shareURL} label="QR-код для телефона пациента" sizePx={160} />
        <Text>Пациент может навести камеру на экран и открыть снимок сразу.</Text>
      </div>
      <WrittenAddress sheet={sheet} />
      <Group gap="sm" mt="md">
        <SegmentedControl
          aria-label="Размер листа"
          data={PAPERS}
          value={paper}
          onChange={(value) => setPaper(value as Paper)}
        />
        <Button leftSection={<IconPrinter size={18} stroke={1.6} />} onClick={() => window.print()}>
          Напечатать лист
        </Button>
      </Group>
      <GuardedButton mt="md" color="teal" onClick={onDone}>
        Код передан
      </GuardedButton>
      <PrintSheet sheet={sheet} pin={pin} paper={paper} centre={centre} />
    </Alert>
  );
}
