import { ActionIcon, Button, Indicator, Modal, Paper, Portal, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMessageCircle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { useConnectionLost } from '../../../shared/connection/connection.ts';
import { sentences } from '../../../shared/calls/sentences.ts';
import { Boundary } from '../../../shared/failures/boundary.tsx';
import { useTitleBadge } from '../../../shared/navigation/title.ts';
import classes from './chat-widget.module.css';
import { useMessageSound } from './message-sound.ts';
import { Conversation } from './conversation/conversation.tsx';
import { threadQuery } from './messages/queries.ts';
import { doctorDialogApi } from './messages/dialog-api.ts';
import { SearchButton } from './search-button.tsx';
import { SoundSwitch } from './sound-switch.tsx';
import { lastMessageID, lastUnreadID } from './messages/thread.ts';
import { useDoctorMessageEvents } from './messages/use-message-events.ts';

const TITLE = 'Чат с оператором';

/**
 * The doctor's chat with the centre. A button in the header of every page, where it covers nothing, opens it. On a
 * phone the chat fills the screen.
 */
export function ChatWidget() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useDoctorMessageEvents();
  const { data: thread } = useQuery(threadQuery(doctorDialogApi));
  const unread = thread !== undefined && lastUnreadID(thread, true) !== undefined;
  useTitleBadge(unread ? 'Новое сообщение' : '');
  useMessageSound(thread && lastMessageID(thread, true));
  const isNarrow = useMediaQuery('(max-width: 767px)');

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };

  return (
    <>
      {open && isNarrow && (
        <Modal.Root opened fullScreen onClose={close}>
          <Modal.Content className={classes.sheet} aria-label={TITLE}>
            <Chat onClose={close} />
          </Modal.Content>
        </Modal.Root>
      )}
      {open && !isNarrow && (
        <Portal>
          <Paper
            className={classes.panel}
            withBorder
            shadow="lg"
            role="dialog"
            aria-label={TITLE}
            onKeyDown={onKeyDown}
          >
            <Chat onClose={close} />
          </Paper>
        </Portal>
      )}
      <div>
        <Indicator label="1" size={20} offset={4} disabled={!unread} color="red" zIndex={1}>
          <Button
            ref={button}
            className={classes.button}
            variant="light"
            aria-expanded={open}
            aria-label={unread ? `${TITLE}, есть непрочитанное сообщение` : TITLE}
            leftSection={<IconMessageCircle size={20} stroke={1.7} />}
            onClick={() => (open ? close() : setOpen(true))}
          >
            <span className={classes.caption}>{TITLE}</span>
          </Button>
        </Indicator>
        <VisuallyHidden role="status">{unread && !open ? 'Новое сообщение в чате' : ''}</VisuallyHidden>
      </div>
    </>
  );
}

function Chat({ onClose }: { onClose: () => void }) {
  const [isSearching, setIsSearching] = useState(false);
  return (
    <div className={classes.chat}>
      <div className={classes.header}>
        <h2 className={classes.title}>{TITLE}</h2>
        <SearchButton onClick={() => setIsSearching(true)} />
        <SoundSwitch />
        <ActionIcon variant="subtle" color="gray" size={40} aria-label="Закрыть чат" onClick={onClose}>
          <IconX size={20} stroke={1.6} />
        </ActionIcon>
      </div>
      <Boundary>
        <Suspense fallback={<ChatWaiting />}>
          <Conversation
            api={doctorDialogApi}
            isSearching={isSearching}
            onSearchEnd={() => setIsSearching(false)}
            autoFocus
          />
        </Suspense>
      </Boundary>
    </div>
  );
}

/** Empty for the moment that loading takes. Without a connection the messages are requested when it is back. */
const ChatWaiting = () =>
  useConnectionLost() && (
    <Text c="dimmed" p="md">
      {sentences.page.chatOffline}
    </Text>
  );
