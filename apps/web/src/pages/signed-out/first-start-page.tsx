import { Anchor, Loader } from '@mantine/core';
import type { FirstStart } from '@snimok/contract/administration/first-start';
import { readFirstStart } from '@snimok/contract/administration/first-start';
import { useCallback, useEffect, useState } from 'react';
import { FinishedScreen } from '../../areas/administration/first-start/finished-screen.tsx';
import type { FinishedStart } from '../../areas/administration/first-start/step-props.ts';
import { FirstStartStepScreen } from '../../areas/administration/first-start/step-screen.tsx';
import { Entrance } from '../../areas/people/accounts/entrance.tsx';
import { FormNotice } from '../../areas/people/accounts/form-notice.tsx';
import { useFragment } from '../../areas/studies/recipient/use-fragment.ts';
import { call } from '../../shared/calls/call.ts';
import { explain } from '../../shared/calls/explain.ts';

/**
 * Opened from the address that an empty portal prints. The answers are stored on the server, so a reload continues
 * with the next question.
 */
export default function FirstStartPage() {
  const token = useFragment();
  const [state, setState] = useState<FirstStart>();
  const [failure, setFailure] = useState<string>();
  const [finished, setFinished] = useState<FinishedStart>();

  const reload = useCallback(async () => {
    setFailure(undefined);
    await call(readFirstStart, { body: { token } }).then(setState, (reason) => setFailure(explain(reason)));
  }, [token]);
  useEffect(() => void reload(), [reload]);

  if (finished) return <FinishedScreen {...finished} />;
  if (failure)
    return (
      <Entrance title="Первый запуск">
        <FormNotice alert={failure} />
        <Anchor href="/" style={{ alignSelf: 'start', paddingBlock: 10 }}>
          На страницу входа
        </Anchor>
      </Entrance>
    );
  if (!state)
    return (
      <Entrance title="Первый запуск">
        <Loader role="img" aria-label="Загрузка" />
      </Entrance>
    );
  return <FirstStartStepScreen token={token} state={state} onAnswered={reload} onFinished={setFinished} />;
}
