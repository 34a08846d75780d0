import { ActionIcon, Anchor, Group, Modal } from '@mantine/core';
import { formatBytes } from '@snimok/api-client/format-numbers';
import { IconChevronLeft, IconChevronRight, IconFileTypePdf, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import type { DialogApi } from '../messages/dialog-api.ts';
import classes from './message-files.module.css';
import type { MessageAttachment } from '../messages/thread.ts';

/** The pictures of a message as thumbnails, and its documents as downloads. */
export function MessageFiles({ api, files }: { api: DialogApi; files: MessageAttachment[] }) {
  const pictures = files.filter(({ kind }) => kind === 'image');
  const [openAt, setOpenAt] = useState<number>();
  return (
    <div className={classes.files}>
      {pictures.length > 0 && (
        <div className={classes.pictures}>
          {pictures.map((picture, at) => (
            <button
              key={picture.attachmentUUID}
              type="button"
              className={classes.picture}
              aria-label={`Открыть ${picture.filename}`}
              onClick={() => setOpenAt(at)}
            >
              <img
                src={api.thumbnailURL(picture.attachmentUUID)}
                alt={picture.filename}
                loading="lazy"
                {...thumbnailSize(picture)}
              />
            </button>
          ))}
        </div>
      )}
      {files
        .filter(({ kind }) => kind === 'pdf')
        .map((file) => (
          <FileLink key={file.attachmentUUID} file={file} url={api.fileURL(file.attachmentUUID)} />
        ))}
      {openAt !== undefined && (
        <Pictures
          api={api}
          pictures={pictures}
          at={openAt}
          onMove={setOpenAt}
          onClose={() => setOpenAt(undefined)}
        />
      )}
    </div>
  );
}

/** Gives the row its height before the picture is loaded. */
const thumbnailSize = ({ width, height }: MessageAttachment) => {
  const scale = Math.min(1, 260 / (width ?? 260), 220 / (height ?? 220));
  return { width: Math.round((width ?? 260) * scale), height: Math.round((height ?? 220) * scale) };
};

const FileLink = ({ file, url }: { file: MessageAttachment; url: string }) => (
  <Anchor href={url} download={file.filename} className={classes.document} underline="never" c="inherit">
    <IconFileTypePdf size={28} stroke={1.5} aria-hidden className={classes.symbol} />
    <span className={classes.name}>{file.filename}</span>
    <span className={classes.size}>{formatBytes(file.sizeBytes)}</span>
  </Anchor>
);

interface PicturesProps {
  api: DialogApi;
  pictures: MessageAttachment[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

/** The pictures of a message on the whole screen, one at a time. */
function Pictures({ api, pictures, at, onMove, onClose }: PicturesProps) {
  const picture = pictures[at];
  if (!picture) return null;
  const move = (by: number) => onMove((at + by + pictures.length) % pictures.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') move(-1);
    if (key === 'ArrowRight') move(1);
  };
  const tool = { variant: 'subtle', color: 'gray.3', size: 44, className: classes.tool } as const;
  return (
    <Modal.Root opened fullScreen padding={0} onClose={onClose} onKeyDown={onKeyDown}>
      <Modal.Content className={classes.screen}>
        <Modal.Body className={classes.body}>
          <Group wrap="nowrap" gap={4} className={classes.bar}>
            <Modal.Title className={classes.title}>
              {picture.filename}
              {pictures.length > 1 && ` (${at + 1} из ${pictures.length})`}
            </Modal.Title>
            {pictures.length > 1 && (
              <>
                <ActionIcon {...tool} aria-label="Предыдущая картинка" onClick={() => move(-1)}>
                  <IconChevronLeft size={22} stroke={1.6} />
                </ActionIcon>
                <ActionIcon {...tool} aria-label="Следующая картинка" onClick={() => move(1)}>
                  <IconChevronRight size={22} stroke={1.6} />
                </ActionIcon>
              </>
            )}
            <ActionIcon {...tool} aria-label="Закрыть" onClick={onClose}>
              <IconX size={22} stroke={1.6} />
            </ActionIcon>
          </Group>
          <img className={classes.full} src={api.fileURL(picture.attachmentUUID)} alt={picture.filename} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
