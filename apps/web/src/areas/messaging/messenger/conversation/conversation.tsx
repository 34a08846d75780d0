import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { useAttachedFiles } from '../attachments/attached-files.ts';
import { Composer } from '../composer/composer.tsx';
import classes from './conversation.module.css';
import { MessageList } from './message-list.tsx';
import { MessageSearch } from './message-search.tsx';
import { HoursNotice } from './hours-notice.tsx';
import { useOutbox, type UnsentMessage } from '../messages/outbox.ts';
import { around, aroundQuery, threadQuery } from '../messages/queries.ts';
import type { DialogApi } from '../messages/dialog-api.ts';
import type { Thread } from '../messages/thread.ts';
import { TypingColleague } from '../composer/typing.tsx';
import { useMarkRead } from '../messages/use-mark-read.ts';

interface ConversationProps {
  api: DialogApi;
  /** only on the centre's side */
  clientName?: string;
  isSearching: boolean;
  onSearchEnd: () => void;
  autoFocus?: boolean;
}

/** An open dialog: its messages and the field for a new one. */
export function Conversation(props: ConversationProps) {
  const { api, clientName, isSearching, onSearchEnd, autoFocus = false } = props;
  const { data: thread } = useSuspenseQuery(threadQuery(api));
  const { unsent, send } = useOutbox(api, thread.messages);
  const [foundID, setFoundID] = useState<number>();
  const files = useFiles(api);
  useMarkRead(api, thread);
  const last = thread.messages.at(-1);
  const endSearch = () => {
    setFoundID(undefined);
    onSearchEnd();
  };
  return (
    <div className={classes.conversation} data-dropping={files.isOver || undefined} {...files.handlers}>
      {isSearching && <MessageSearch api={api} onShow={setFoundID} onClose={endSearch} />}
      <Messages
        api={api}
        thread={thread}
        unsent={unsent}
        foundID={isSearching ? foundID : undefined}
        onLeave={endSearch}
      />
      <VisuallyHidden role="log">
        {last && last.isAnswer !== api.sendsAnswers && <p key={last.messageID}>{last.text}</p>}
      </VisuallyHidden>
      {api.dialogID === undefined ? <HoursNotice /> : <TypingColleague dialogID={api.dialogID} />}
      <Composer
        api={api}
        clientName={clientName}
        autoFocus={autoFocus && !isSearching}
        onAttach={files.add}
        problem={files.problem}
        onSend={(draft) => {
          endSearch();
          files.clearProblem();
          send(draft);
        }}
      />
    </div>
  );
}

interface MessagesProps {
  api: DialogApi;
  thread: Thread;
  unsent: UnsentMessage[];
  foundID: number | undefined;
  onLeave: () => void;
}

/** The latest messages; or those around a found message that is older than the loaded ones. */
function Messages({ api, thread, unsent, foundID, onLeave }: MessagesProps) {
  const isLoaded = foundID === undefined || thread.messages.some(({ messageID }) => messageID === foundID);
  const { data: earlier } = useQuery({ ...aroundQuery(api, foundID ?? 0), enabled: !isLoaded });
  if (isLoaded || !earlier)
    return <MessageList api={api} thread={thread} unsent={unsent} foundID={foundID} />;
  return (
    <>
      <MessageList key={foundID} api={around(api, foundID)} thread={earlier} unsent={[]} foundID={foundID} />
      <Button
        variant="light"
        size="sm"
        radius={0}
        leftSection={<IconArrowDown size={16} />}
        onClick={onLeave}
      >
        К последним сообщениям
      </Button>
    </>
  );
}

/** Files that are dropped on the conversation, pasted or chosen. */
function useFiles(api: DialogApi) {
  const { attached } = useAttachedFiles(api);
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string>();
  const add = (files: File[]) => setProblem(attached.add(files));
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    add,
    problem,
    isOver,
    clearProblem: () => setProblem(undefined),
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        add([...event.dataTransfer.files]);
      },
    },
  };
}
