import { UnsavedQuestion } from './unsaved-question.tsx';
import { useLeaveBlock } from './use-leave-block.ts';

/** Warns about unsaved changes before navigation, and before the page is closed or reloaded. */
export function LeaveWarning({ when }: { when: boolean }) {
  const blocker = useLeaveBlock(() => when);
  return (
    <UnsavedQuestion
      title="Изменения не сохранены"
      opened={blocker.state === 'blocked'}
      leaveLabel="Уйти без сохранения"
      stayLabel="Остаться"
      onLeave={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    >
      Если уйти сейчас, они пропадут.
    </UnsavedQuestion>
  );
}
