import { Button, Group, Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { phaseOf } from '@snimok/contract/study-state';
import { IconArchive, IconFileExport, IconRestore, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasOneOf } from '../../account/rights.ts';
import { assistantSettingsQuery } from '../../account/settings.ts';
import { saveList } from '../../lists/save-list.ts';
import { DownloadButton } from '../download-button.tsx';
import { type AssistantStudy, requestDownloads } from '../queries.ts';
import { type BulkKind, concerns } from './actions.ts';
import { BulkDialog } from './bulk-dialog.tsx';

const BUTTONS = [
  { kind: 'archive', label: 'В архив', icon: IconArchive },
  { kind: 'restore', label: 'Восстановить', icon: IconRestore },
  { kind: 'share', label: 'Поделиться', icon: IconShare },
] as const;

interface BulkBarProps {
  /** at most one page of the list */
  selected: AssistantStudy[];
  onClear: () => void;
}

/** What can be done with the selected studies. */
export function BulkBar({ selected, onClear }: BulkBarProps) {
  const { data: settings } = useQuery(assistantSettingsQuery);
  // the studies are those of the click: the selection changes while the action runs
  const [action, setAction] = useState<{ kind: BulkKind; studies: AssistantStudy[] }>();
  const downloaded = selected.filter((study) => phaseOf(study) === 'available').map(({ studyID }) => studyID);
  const isPart = downloaded.length > 0 && downloaded.length < selected.length;
  const shown = BUTTONS.filter(({ kind }) => kind !== 'share' || settings?.studyExternalShareEnabled);
  return (
    <>
      {selected.length > 0 && (
        <Group gap="xs" mb="md" role="group" aria-label="Действия с выбранными">
          <Text fw={500} role="status">
            Выбрано: {counted(selected.length, 'исследование', 'исследования', 'исследований')}
          </Text>
          <DownloadButton
            variant="default"
            size="xs"
            disabled={downloaded.length === 0}
            label={isPart ? `Скачать ${downloaded.length} из ${selected.length}` : 'Скачать'}
            requestDownload={() => requestDownloads(downloaded)}
          />
          {shown.map(({ kind, label, icon: ButtonIcon }) => {
            const studies = selected.filter(concerns[kind]);
            return (
              <Button
                key={kind}
                variant="default"
                size="xs"
                leftSection={<ButtonIcon size={16} stroke={1.6} />}
                disabled={studies.length === 0}
                onClick={() => setAction({ kind, studies })}
              >
                {label}
              </Button>
            );
          })}
          {hasOneOf(settings, ['export']) && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFileExport size={16} stroke={1.6} />}
              onClick={() => {
                const studyIDs = selected.map(({ studyID }) => studyID).join(',');
                saveList({ list: 'studies', query: { studyIDs } }, 'csv');
              }}
            >
              Сохранить список
            </Button>
          )}
          <Button variant="subtle" size="xs" onClick={onClear}>
            Снять выбор
          </Button>
        </Group>
      )}
      <BulkDialog action={action} onClose={() => setAction(undefined)} onDone={onClear} />
    </>
  );
}
