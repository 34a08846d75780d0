import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explain } from '../../../shared/calls/explain.ts';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { showUndo } from '../../../shared/failures/show-undo.tsx';
import { useNavigateIfShown } from '../../../shared/navigation/use-navigate-if-shown.ts';
import { patientPath } from '../../people/patients/patients-list.tsx';
import { ChangePreview, type Kept } from './preview.tsx';
import {
  type CardFacts,
  type Change,
  type Preview,
  previewQuery,
  undo,
  useReassign,
  useRefreshAfterReassignment,
} from './queries.ts';

interface ReassignFormProps {
  /** null until everything is chosen */
  change: Change | null;
  /** what is not chosen yet, checked when the form is sent */
  onMissing: () => void;
  submitLabel: string;
  /** shown after the change, with a button that undoes it */
  doneNotice: string;
  undoneNotice: string;
  onClose: () => void;
  /** the choice of where to move, or what to merge */
  children: ReactNode;
  /** more decisions about the preview */
  more?: (preview: Preview) => ReactNode;
  /** the facts of the card that a merge keeps */
  factsOf?: (preview: Preview) => CardFacts;
}

const NOTHING_ENDED: Kept = { endShares: [], revokeLinks: [] };

/** The form of a move or a merge: the choice, what will change, the decisions. Opens the patient's page afterwards. */
export function ReassignForm(props: ReassignFormProps) {
  const { change, onMissing, submitLabel, doneNotice, undoneNotice, onClose, children, more, factsOf } =
    props;
  const [kept, setKept] = useState(NOTHING_ENDED);
  const { data: preview, error, refetch, isFetching } = useQuery(previewQuery(change));
  const reassign = useReassign();
  const refresh = useRefreshAfterReassignment();
  const navigate = useNavigateIfShown();

  const submit = async () => {
    if (!change) return onMissing();
    if (!preview) return;
    const decisions = { revision: preview.revision, ...stillOffered(kept, preview) };
    const facts = factsOf?.(preview);
    try {
      const done = await reassign.mutateAsync({ change, decisions, ...(facts && { facts }) });
      showUndo({
        message: doneNotice,
        undone: undoneNotice,
        undo: async () => {
          await undo(done.reassignmentID);
          refresh();
        },
      });
      navigate(patientPath(done));
    } catch (reason) {
      // the previewed data may have changed meanwhile; the dialog then shows the new state
      void refetch();
      throw reason;
    }
  };

  return (
    <DialogForm sending={reassign} submitLabel={submitLabel} onSubmit={submit} onClose={onClose}>
      {children}
      {change && !preview && isFetching && <PreviewSkeleton />}
      {change && error && !preview && (
        <Text c="var(--mantine-color-error)" role="alert">
          {explain(error)}
        </Text>
      )}
      {change && preview && (
        <>
          {more?.(preview)}
          <ChangePreview preview={preview} kept={kept} onChange={setKept} />
        </>
      )}
    </DialogForm>
  );
}

/** Drops decisions about shares and links that the preview of another choice does not have. */
const stillOffered = ({ endShares, revokeLinks }: Kept, preview: Preview): Kept => ({
  endShares: endShares.filter((id) => preview.shares.some(({ doctorID }) => doctorID === id)),
  revokeLinks: revokeLinks.filter((uuid) => preview.links.some(({ shareUUID }) => shareUUID === uuid)),
});

const PreviewSkeleton = () => (
  <Stack gap="xs" role="img" aria-busy aria-label="загрузка...">
    <Skeleton height={20} width="40%" />
    <Skeleton height={16} />
    <Skeleton height={16} width="80%" />
  </Stack>
);
