import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { fetchPicture, isGone } from '../../areas/external/calls.ts';
import { ExternalFrame } from '../../areas/external/external-frame.tsx';
import { useFragment } from '../../areas/external/use-fragment.ts';
import { NotFoundScreen } from '../../areas/layout/not-found-screen.tsx';
import { Screen } from '../../areas/layout/screen.tsx';
import Lightbox from '../../areas/studies/lightbox.tsx';
import { explain } from '../../shared/explain.ts';
import { sentences } from '../../shared/sentences.ts';
import { useTitle } from '../../shared/ui/title.ts';
import '../../areas/external/view-styles.ts';

const TITLE = 'Онлайн-просмотр';

/** `/external-area/view#{ticket}`: the shared study's picture, as large as the screen. */
export default function ExternalViewPage() {
  const ticket = useFragment();
  return <Viewed key={ticket} ticket={ticket} />;
}

function Viewed({ ticket }: { ticket: string }) {
  const [url, setURL] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useTitle(TITLE);

  useEffect(() => {
    let shown: string | undefined;
    let left = false;
    fetchPicture(ticket).then(
      (picture) => {
        if (!left) setURL((shown = URL.createObjectURL(picture)));
      },
      (reason) => left || setFailure(() => reason),
    );
    return () => {
      left = true;
      if (shown) URL.revokeObjectURL(shown);
    };
  }, [ticket, attempt]);

  const again = () => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };

  // an hour-old ticket is as good as none: the way back leads to the study, which gives a new one
  if (isGone(failure)) return <NotFoundScreen />;
  if (failure !== undefined)
    return (
      <Screen title={sentences.page.failed} action={<Button onClick={again}>Повторить</Button>}>
        {explain(failure)}
      </Screen>
    );
  return (
    <ExternalFrame>
      {url ? (
        <Lightbox url={url} caption={TITLE} onClose={() => history.back()} />
      ) : (
        <Loader aria-label="загрузка..." />
      )}
    </ExternalFrame>
  );
}
