import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { LeaveWarning } from '../../../shared/dialogs/leave-warning.tsx';
import { PendingNotice } from '../../../shared/dialogs/pending-notice.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { Banner, isEmpty } from './banner.tsx';
import withPreview from '../../../shared/ui/with-preview.module.css';
import classes from './banner-editor.module.css';
import { EditorSkeleton } from './editor-skeleton.tsx';
import { BannerPicture } from './banner-picture.tsx';
import { type BannerContent, editedBannerQuery, useSaveBanner } from './queries.ts';
import { TextField } from './text-field.tsx';
import { Loading } from '../../../shared/ui/loading.tsx';

/** Opens with freshly loaded data, so that it does not overwrite what a colleague has just saved. */
export function BannerEditor() {
  const { data, isFetchedAfterMount } = useQuery({ ...editedBannerQuery, throwOnError: true });
  if (data && isFetchedAfterMount) return <Editor banner={data} />;
  return (
    <Loading>
      <EditorSkeleton />
    </Loading>
  );
}

function Editor({ banner }: { banner: BannerContent }) {
  const [saved, setSaved] = useState(banner);
  const [draft, setDraft] = useState(banner);
  const saving = useSaveBanner();
  const runSingle = useSingleFlight();
  const changed = draft.html !== saved.html || draft.image !== saved.image;

  const save = () =>
    runSingle(async () => {
      await saving.mutateAsync(draft);
      setSaved(draft);
      notifications.show({
        message: 'Сохранено',
        color: 'green',
        closeButtonProps: { 'aria-label': 'Закрыть' },
      });
    });

  return (
    <div className={withPreview.columns}>
      <Stack gap="lg" className={withPreview.fields}>
        <BannerPicture
          image={draft.image}
          onChange={(image) => setDraft((before) => ({ ...before, image }))}
        />
        <TextField html={banner.html} onChange={(html) => setDraft((before) => ({ ...before, html }))} />
        {saving.isPending && <PendingNotice />}
        <FailureAlert reason={saving.error} withIcon />
        <Group gap="md">
          <Button onClick={save} loading={saving.isPending}>
            Сохранить
          </Button>
          {changed && (
            <Text size="sm" c="dimmed">
              Есть несохранённые изменения
            </Text>
          )}
        </Group>
      </Stack>
      <section aria-label="Предпросмотр" className={withPreview.preview}>
        <Title order={2} size="h3" mb={4}>
          Предпросмотр
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          Так баннер видят клиенты под своим меню.
        </Text>
        <div className={classes.menuWide}>
          {isEmpty(draft) ? (
            <Text c="dimmed">Показывать нечего: нет ни картинки, ни текста.</Text>
          ) : (
            <Banner {...draft} />
          )}
        </div>
      </section>
      <LeaveWarning when={changed} />
    </div>
  );
}
