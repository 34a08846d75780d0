import { Button } from '@mantine/core';
import { DEMO_PASSWORD } from '@snimok/contract/administration/public-demo';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import { saveSession } from '../../../shared/session/session.ts';
import classes from './demo-notice.module.css';
import { ENTER_AS, enter, type Role } from './roles.ts';

/** Above every page of a public demonstration, with a way to enter with the other role. */
export default function DemoNotice({ endsAt, other }: { endsAt: string; other: Role }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(enter, { body: { role: other } }),
    onSuccess: (answer) => {
      saveSession(answer);
      // the pages of the other role must not find data of this one in memory
      location.assign('/');
    },
    onError: showFailure,
  });
  return (
    <aside className={classes.notice} aria-label="Демонстрация">
      <span>
        <b>Демонстрация.</b> Данные вымышлены, {formatMoment(endsAt)} они вернутся к исходным, письма не
        отправляются. Снимки настоящих людей не загружайте. Если портал спросит пароль: {DEMO_PASSWORD}
      </span>
      <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
        {ENTER_AS[other]}
      </Button>
    </aside>
  );
}
