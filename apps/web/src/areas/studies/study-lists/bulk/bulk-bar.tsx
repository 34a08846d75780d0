import { Button, Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { phaseOf } from '@snimok/contract/studies/study-state';
import { type Icon, IconArchive, IconFileExport, IconRestore, IconShare, IconX } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasOneOf } from '../../../platform/access/rights.ts';
import { assistantSettingsQuery } from '../../../platform/access/settings.ts';
import { saveList } from '../../../platform/lists/save-list.ts';
import { DownloadButton } from '../../studies/download-button.tsx';
import { type AssistantStudy, requestDownloads } from '../../studies/queries.ts';
import { type BulkKind, concerns } from './actions.ts';
import classes from './bulk-bar.module.css';
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

/** What can be done with the selected studies, at the lower edge of the window; it follows its list. */
export function BulkBar({ selected, onClear }: BulkBarProps) {
  const { data: settings } = useSuspenseQuery(assistantSettingsQuery);
  // the studies are those that were selected at the click: the selection changes while the action runs
  const [action, setAction] = useState<{ kind: BulkKind; studies: AssistantStudy[] }>();
  const downloaded = selected.filter((study) => phaseOf(study) === 'available').map(({ studyID }) => studyID);
  const isPart = downloaded.length > 0 && downloaded.length < selected.length;
  const shown = BUTTONS.filter(({ kind }) => kind !== 'share' || settings.studyExternalShareEnabled);
  return (
    <>
      <div className={classes.place}>
        <div
          className={classes.bar}
          role="group"
          aria-label="Действия с выбранными"
          data-shown={selected.length > 0 || undefined}
        >
          <Text fw={500} role="status" className={classes.count}>
            <span className={classes.what}>Выбрано: </span>
            {counted(selected.length, 'исследование', 'исследования', 'исследований')}
          </Text>
          <DownloadButton
            variant="default"
            size="xs"
            disabled={downloaded.length === 0}
            label={isPart ? `Скачать ${downloaded.length} из ${selected.length}` : 'Скачать'}
            requestDownload={() => requestDownloads(downloaded)}
          />
          {shown.map(({ kind, label, icon }) => {
            const studies = selected.filter(concerns[kind]);
            return (
              <BarButton
                key={kind}
                label={label}
                icon={icon}
                disabled={studies.length === 0}
                onClick={() => setAction({ kind, studies })}
              />
            );
          })}
          {hasOneOf(settings, ['export']) && (
            <BarButton
              label="Сохранить список"
              icon={IconFileExport}
              onClick={() => {
                const studyIDs = selected.map(({ studyID }) => studyID).join(',');
                saveList({ list: 'studies', query: { studyIDs } }, 'csv');
              }}
            />
          )}
          <BarButton label="Снять выбор" icon={IconX} onClick={onClear} />
        </div>
      </div>
      <BulkDialog action={action} onClose={() => setAction(undefined)} onDone={onClear} />
    </>
  );
}

interface BarButtonProps {
  label: string;
  icon: Icon;
  disabled?: boolean;
  onClick: () => void;
}

const BarButton = ({ label, icon: ButtonIcon, disabled = false, onClick }: BarButtonProps) => (
  <Button
    variant="default"
    size="xs"
    leftSection={<ButtonIcon size={16} stroke={1.6} />}
    title={label}
    disabled={disabled}
    onClick={onClick}
  >
    {label}
  </Button>
);
