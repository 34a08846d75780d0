import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconMessageQuestion, IconPhotoPlus, IconSignature } from '@tabler/icons-react';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { useIsMutating, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import { CallProblem } from '../../../../shared/calls/call.ts';
import { findSaved, removeSaved, save, useUserStorage } from '../../../../shared/storage/user-storage.ts';
import { useTitle } from '../../../../shared/navigation/title.ts';
import { studyDay } from '../../../platform/lists/study-names.ts';
import { DiscardButton } from './discard-button.tsx';
import { DraftStore } from './draft-store.ts';
import classes from './editor.module.css';
import { InsertDialog } from './insert-dialog.tsx';
import { FindingParts, MeasurementParts, PictureParts } from './item-parts.tsx';
import { conclusionOf, type EditedPart } from './parts.ts';
import { cardPath, reportPath } from '../paths.ts';
import { questionsOf } from './questions.ts';
import { draftEndKey, draftQuery, type ReportDraft, sendChanges } from '../queries.ts';
import { SaveState } from './save-state.tsx';
import { SignDialog } from './sign-dialog.tsx';
import { ConclusionPart, TextParts } from './text-parts.tsx';

interface ReportEditorProps {
  studyID: number;
  /** the viewer beside the report, on a wide screen; null if the study has none */
  viewer: (draft: ReportDraft) => ReactNode;
}

const useDraftStore = (studyID: number): DraftStore => {
  useUserStorage();
  const key = `report:${studyID}`;
  const [store] = useState(
    () =>
      new DraftStore((body) => sendChanges(studyID, body), {
        find: () => findSaved(key),
        save: (text) => save(key, text),
        remove: () => removeSaved(key),
      }),
  );
  useEffect(() => {
    const flush = () => void store.flush();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      store.close();
    };
  }, [store]);
  return store;
};

/**
 * The draft is not refetched once this page has begun to sign or delete it: the event about that would request what no
 * longer exists.
 */
const useDraft = (studyID: number) => {
  const [isOver, setOver] = useState(false);
  const isEnding = useIsMutating({ mutationKey: draftEndKey(studyID) }) > 0;
  const subscribed = !isEnding && !isOver;
  const { data: draft, error } = useSuspenseQuery({ ...draftQuery(studyID), subscribed });
  return { draft, error, isOver, setOver };
};

/** Shows at its field that the conclusion is missing, instead of asking for a signature. */
const useConclusion = () => {
  const [isMissing, setMissing] = useState(false);
  const conclusion = useRef<HTMLTextAreaElement>(null);
  const require = (parts: readonly EditedPart[]): boolean => {
    const isThere = conclusionOf(parts) !== '';
    setMissing(!isThere);
    if (!isThere) {
      conclusion.current?.focus();
      // after the message below the field has been rendered
      requestAnimationFrame(() => conclusion.current?.scrollIntoView({ block: 'center' }));
    }
    return isThere;
  };
  return { isMissing, conclusion, require };
};

/** The report of a study beside its images, for one or several people at once. */
export function ReportEditor({ studyID, viewer }: ReportEditorProps) {
  const { draft, error, isOver, setOver } = useDraft(studyID);
  const store = useDraftStore(studyID);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'insert' | 'sign'>();
  const { isMissing, conclusion, require } = useConclusion();
  useEffect(() => store.receive(draft), [store, draft]);
  const state = useSyncExternalStore(store.subscribe, store.get);
  useTitle('Заключение');
  const close = () => setDialog(undefined);
  const leave = (path: string) => {
    setOver(true);
    void navigate(path);
  };
  const [shownViewer] = useState(() => viewer(draft));
  const isGone = !isOver && error instanceof CallProblem && error.status === 404;
  const { parts } = state;
  const hasConflict = parts.some(({ conflict }) => conflict);
  const shared = { parts, store };

  return (
    <main className={classes.page}>
      <header className={classes.header}>
        <Heading draft={draft} />
        <SaveState state={state} />
        <Group gap="xs" wrap="nowrap">
          <DiscardButton studyID={studyID} store={store} onDiscarded={() => leave(cardPath(draft))} />
          <Button
            leftSection={<IconSignature size={18} stroke={1.6} />}
            disabled={hasConflict || isGone}
            onClick={() => require(parts) && setDialog('sign')}
          >
            Подписать
          </Button>
        </Group>
      </header>
      <div className={classes.body}>
        {shownViewer && <div className={classes.viewer}>{shownViewer}</div>}
        <div className={classes.panel}>
          <Stack gap="lg" className={classes.content}>
            {isGone && <Gone />}
            <Questions draft={draft} />
            <TextParts fields={draft.fields} {...shared} />
            {draft.withFindings && (
              <Section title="Находки по зубам">
                <FindingParts {...shared} />
              </Section>
            )}
            <Section title="Снимки и измерения">
              <PictureParts {...shared} />
              <MeasurementParts {...shared} />
              <Group>
                <Button
                  variant="default"
                  leftSection={<IconPhotoPlus size={18} stroke={1.6} />}
                  onClick={() => setDialog('insert')}
                >
                  Вставить из просмотра
                </Button>
              </Group>
            </Section>
            <ConclusionPart isMissing={isMissing} ref={conclusion} {...shared} />
          </Stack>
        </div>
      </div>
      <InsertDialog draft={draft} store={store} opened={dialog === 'insert'} onClose={close} />
      <SignDialog
        draft={draft}
        store={store}
        opened={dialog === 'sign'}
        onSigned={(number) => leave(reportPath(studyID, number))}
        onClose={close}
      />
    </main>
  );
}

const Heading = ({ draft }: { draft: ReportDraft }) => (
  <div className={classes.title}>
    <Anchor component={Link} to={cardPath(draft)} size="sm">
      <Group component="span" gap={4} display="inline-flex">
        <IconArrowLeft size={16} aria-hidden /> К исследованию
      </Group>
    </Anchor>
    <Title order={1}>
      {draft.corrects === null ? 'Заключение' : 'Исправление заключения'}: {draft.patientName}
    </Title>
    <Text size="sm" c="dimmed">
      {STUDY_TYPES[draft.studyType].label},{' '}
      {studyDay({ createdAt: draft.studyCreatedAt, examinedAt: draft.examinedAt })} · {draft.templateName}
    </Text>
  </div>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={2} size="h4" mb="xs">
      {title}
    </Title>
    <Stack gap="sm">{children}</Stack>
  </section>
);

const Questions = ({ draft }: { draft: ReportDraft }) =>
  questionsOf(draft).map(({ label, question }) => (
    <Alert key={label} color="blue" icon={<IconMessageQuestion />} title={label} className={classes.question}>
      {question}
    </Alert>
  ));

const Gone = () => (
  <Alert color="yellow" role="alert" title="Черновика больше нет">
    Заключение подписано, или черновик удалён. Ваш текст остался на этой странице: скопируйте его, если он
    нужен.
  </Alert>
);
