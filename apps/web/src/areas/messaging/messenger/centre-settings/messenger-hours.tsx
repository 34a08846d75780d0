import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Fieldset, Switch, TextInput } from '@mantine/core';
import { changeMessengerHours, getMessengerHours } from '@snimok/contract/messaging/messenger-office';
import { queryOptions, useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../shared/calls/call.ts';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { useRefresh } from '../../../../shared/calls/use-refresh.ts';
import { templatesQuery } from '../messages/queries.ts';
import { HoursField } from '../../../reception/schedule/centres/hours-field.tsx';
import { WEEKDAYS } from '../../../reception/schedule/centres/weekdays.ts';

const hoursQuery = queryOptions({
  queryKey: ['messenger', 'hours', 'settings'],
  queryFn: () => call(getMessengerHours),
  // the form begins with what is stored now
  staleTime: 0,
  gcTime: 0,
});

/** When the centre answers in the chat: outside of these hours clients see when the next answer is to be expected. */
export function MessengerHours({ onClose }: { onClose: () => void }) {
  const { data } = useSuspenseQuery(hoursQuery);
  const [stored] = useState(data);
  const [facts, setFacts] = useState(stored);
  const change = (part: Partial<typeof facts>) => setFacts((before) => ({ ...before, ...part }));
  const saving = useMutation({
    mutationFn: () => call(changeMessengerHours, { body: facts }),
    onSuccess: useRefresh(templatesQuery.queryKey),
  });
  const submit = () => saving.mutateAsync();
  return (
    <DialogForm sending={saving} submitLabel="Сохранить" onSubmit={submit} onClose={onClose}>
      <Switch
        label="Показывать клиентам, когда центр ответит"
        checked={facts.enabled}
        onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
      />
      <Fieldset legend="Часы ответа" variant="unstyled">
        {WEEKDAYS.map((label, at) => (
          <HoursField
            key={label}
            label={label}
            hours={facts.hours.filter(({ weekday }) => weekday === at + 1)}
            onChange={(hours) =>
              change({
                hours: [
                  ...facts.hours.filter(({ weekday }) => weekday !== at + 1),
                  ...hours.map(({ from, to }) => ({ weekday: at + 1, from, to })),
                ],
              })
            }
          />
        ))}
      </Fieldset>
      <TextInput
        label="Что ещё сказать клиентам в нерабочее время"
        placeholder="Срочные вопросы: +7 495 000-00-00"
        maxLength={MOST_CHARACTERS.line}
        value={facts.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </DialogForm>
  );
}
