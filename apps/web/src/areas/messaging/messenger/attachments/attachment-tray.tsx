import { ActionIcon, Button, Progress, Text } from '@mantine/core';
import { IconFileTypePdf, IconFileX, IconX } from '@tabler/icons-react';
import classes from './attachment-tray.module.css';
import type { AttachedFile } from './attached-file.ts';
import type { MessageCard } from '../messages/dialog-api.ts';
import { CardFacts } from './message-card.tsx';

interface AttachmentTrayProps {
  files: AttachedFile[];
  card: MessageCard | undefined;
  onRemove: (file: AttachedFile) => void;
  onRetry: (file: AttachedFile) => void;
  onRemoveCard: () => void;
}

/** What the message that is being written will contain besides its text. */
export function AttachmentTray({ files, card, onRemove, onRetry, onRemoveCard }: AttachmentTrayProps) {
  if (files.length === 0 && !card) return null;
  return (
    <ul className={classes.tray} aria-label="Прикреплено">
      {card && (
        <li className={classes.card}>
          <CardFacts card={card} />
          <RemoveButton label="Открепить исследование" onClick={onRemoveCard} />
        </li>
      )}
      {files.map((file) => (
        <li
          key={file.attachmentUUID}
          className={classes.file}
          data-failed={file.state === 'failed' || undefined}
        >
          {file.previewURL && file.state !== 'failed' ? (
            <img className={classes.preview} src={file.previewURL} alt="" />
          ) : (
            <FileSymbol failed={file.state === 'failed'} />
          )}
          <span className={classes.facts}>
            <span className={classes.name} title={file.filename}>
              {file.filename}
            </span>
            {file.state === 'sending' && (
              <Progress
                value={Math.max(4, file.progress * 100)}
                animated={file.progress === 1}
                size="sm"
                aria-label={`Отправляется ${file.filename}`}
              />
            )}
            {file.problem && (
              <Text size="xs" c="var(--mantine-color-error)" role="alert">
                {file.problem}
              </Text>
            )}
            {file.state === 'failed' && file.canRetry && (
              <Button
                size="compact-sm"
                variant="light"
                className={classes.retry}
                onClick={() => onRetry(file)}
              >
                Повторить
              </Button>
            )}
          </span>
          <RemoveButton
            label={`${file.state === 'sending' ? 'Отменить отправку' : 'Убрать'}: ${file.filename}`}
            onClick={() => onRemove(file)}
          />
        </li>
      ))}
    </ul>
  );
}

const FileSymbol = ({ failed }: { failed: boolean }) => {
  const Symbol = failed ? IconFileX : IconFileTypePdf;
  return <Symbol size={28} stroke={1.5} aria-hidden className={classes.preview} />;
};

const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
    <IconX size={18} stroke={1.6} />
  </ActionIcon>
);
