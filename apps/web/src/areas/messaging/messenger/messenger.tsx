import { ActionIcon, Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft, IconMessages, IconUserOff } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CallProblem } from '../../../shared/calls/call.ts';
import { Boundary, PartBoundary } from '../../../shared/failures/boundary.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { AnswererMenu } from './answerer-menu.tsx';
import { Conversation } from './conversation/conversation.tsx';
import { DialogList } from './dialogs/dialog-list.tsx';
import classes from './messenger.module.css';
import { dialogQuery } from './messages/queries.ts';
import { centreDialogApi } from './messages/dialog-api.ts';
import { SearchButton } from './search-button.tsx';
import { SoundSwitch } from './sound-switch.tsx';
import { Loading } from '../../../shared/ui/loading.tsx';

/** The list of dialogs and the open one; a phone shows only one of them. The URL contains the open dialog. */
export function Messenger({ settings }: { settings: ReactNode }) {
  const [params] = useSearchParams();
  const openID = Number(params.get('dialog')) || undefined;
  return (
    <div className={classes.messenger} data-open={openID !== undefined || undefined}>
      <div className={classes.dialogs}>
        <PartBoundary>
          <DialogList openID={openID} settings={settings} />
        </PartBoundary>
      </div>
      <section className={classes.open} aria-label="Переписка">
        {openID === undefined ? (
          <Empty icon={IconMessages} title="Выберите диалог" framed>
            Или найдите клиента по имени, чтобы написать ему первым.
          </Empty>
        ) : (
          <Boundary screen={unknownClient}>
            <Suspense key={openID} fallback={<ConversationSkeleton />}>
              <OpenDialog dialogID={openID} />
            </Suspense>
          </Boundary>
        )}
      </section>
    </div>
  );
}

function OpenDialog({ dialogID }: { dialogID: number }) {
  const { data: dialog } = useSuspenseQuery(dialogQuery(dialogID));
  const api = useMemo(() => centreDialogApi(dialogID), [dialogID]);
  const [isSearching, setIsSearching] = useState(false);
  return (
    <>
      <div className={classes.header}>
        <ActionIcon
          component={Link}
          to="?"
          className={classes.back}
          variant="subtle"
          color="gray"
          size={44}
          aria-label="К диалогам"
        >
          <IconArrowLeft size={22} stroke={1.6} />
        </ActionIcon>
        <h2 className={classes.name}>
          <Anchor component={Link} to={`/assistant-area/doctors/${dialogID}/patients`} c="inherit" fw={600}>
            {dialog.name}
          </Anchor>
        </h2>
        <AnswererMenu dialog={dialog} />
        <SearchButton onClick={() => setIsSearching(true)} />
        <SoundSwitch />
      </div>
      <Conversation
        api={api}
        clientName={dialog.name}
        isSearching={isSearching}
        onSearchEnd={() => setIsSearching(false)}
        autoFocus
      />
    </>
  );
}

const unknownClient = (reason: unknown) =>
  reason instanceof CallProblem && reason.status === 404 ? (
    <Empty
      icon={IconUserOff}
      title="Клиент не найден"
      framed
      action={
        <Button component={Link} to="?" variant="default" className={classes.back}>
          К диалогам
        </Button>
      }
    >
      Выберите диалог из списка.
    </Empty>
  ) : undefined;

const ConversationSkeleton = () => (
  <Stack p="md" gap="md" aria-busy>
    <Loading>
      {[40, 64, 52].map((height) => (
        <Skeleton key={height} height={height} width="60%" radius="lg" />
      ))}
    </Loading>
  </Stack>
);
