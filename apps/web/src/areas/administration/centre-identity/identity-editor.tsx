import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { focusFirstError } from '../../../shared/dialogs/focus-first-error.ts';
import { LeaveWarning } from '../../../shared/dialogs/leave-warning.tsx';
import { PendingNotice } from '../../../shared/dialogs/pending-notice.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { CentreContacts, isEmpty } from '../../platform/letterhead/centre-contacts.tsx';
import { checkPhones, checkWebsite, phonesOf, websiteOf } from '../../platform/letterhead/check-identity.ts';
import withPreview from '../../../shared/ui/with-preview.module.css';
import classes from './identity-editor.module.css';
import { LogoField } from './logo-field.tsx';
import { editedIdentityQuery, useSaveIdentity } from '../../platform/letterhead/queries.ts';
import type { Identity } from '../../platform/letterhead/use-identity.ts';

/** Opens with freshly loaded data, so that it does not start from what a colleague has replaced. */
export function IdentityEditor() {
  const { data, isFetchedAfterMount } = useQuery({ ...editedIdentityQuery, throwOnError: true });
  return data && isFetchedAfterMount ? <Editor identity={data} /> : null;
}

const valuesOf = ({ version: _, phones, ...identity }: Identity) => ({
  ...identity,
  phones: phones.join('\n'),
});

type Values = ReturnType<typeof valuesOf>;

function Editor({ identity }: { identity: Identity }) {
  const [saved, setSaved] = useState(identity);
  const saving = useSaveIdentity();
  const runSingle = useSingleFlight();
  const form = useForm({
    initialValues: valuesOf(identity),
    validate: { phones: checkPhones, website: checkWebsite },
  });
  const { values } = form;

  const save = async ({ logo, phones, ...texts }: typeof values) => {
    const stored = await saving.mutateAsync({
      ...texts,
      phones: phonesOf(phones),
      version: saved.version,
      // the address of the stored logo is not sent back
      ...(logo !== saved.logo && { logo }),
    });
    setSaved(stored);
    form.setInitialValues(valuesOf(stored));
    form.reset();
    notifications.show({
      message: 'Сохранено',
      color: 'green',
      closeButtonProps: { 'aria-label': 'Закрыть' },
    });
  };
  const submit = form.onSubmit((checked) => runSingle(() => save(checked)));

  return (
    <div className={withPreview.columns}>
      <form
        noValidate
        className={withPreview.fields}
        onSubmit={(event) => {
          submit(event);
          focusFirstError(event.currentTarget);
        }}
      >
        <Stack gap="md">
          <Fields form={form} />
          {saving.isPending && <PendingNotice />}
          <FailureAlert reason={saving.error} withIcon />
          <Group gap="md">
            <Button type="submit" loading={saving.isPending}>
              Сохранить
            </Button>
            {form.isDirty() && (
              <Text size="sm" c="dimmed">
                Есть несохранённые изменения
              </Text>
            )}
          </Group>
        </Stack>
      </form>
      <Preview values={values} />
      <LeaveWarning when={form.isDirty()} />
    </div>
  );
}

/** What recipients will see, before it is saved. */
const Preview = ({ values }: { values: Values }) => {
  const centre = {
    ...values,
    phones: phonesOf(values.phones),
    website: websiteOf(values.website) ?? '',
  };
  return (
    <section aria-label="Предпросмотр" className={withPreview.preview}>
      <Title order={2} size="h3" mb={4}>
        Предпросмотр
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Так центр видят врачи и пациенты: в письмах, документах и на странице входа.
      </Text>
      <div className={classes.card}>
        {isEmpty(centre) ? (
          <Text size="sm">Пока ничего не заполнено, и центр называется «Снимок».</Text>
        ) : (
          <CentreContacts centre={centre} />
        )}
      </div>
    </section>
  );
};

type Form = Pick<UseFormReturnType<Values>, 'getInputProps' | 'setFieldValue' | 'values'>;

const Fields = ({ form }: { form: Form }) => (
  <>
    <TextInput
      label="Название"
      description="Как центр называют пациенты и врачи"
      maxLength={MOST_CHARACTERS.line}
      {...form.getInputProps('name')}
    />
    <LogoField logo={form.values.logo} onChange={(logo) => form.setFieldValue('logo', logo)} />
    <TextInput label="Адрес" maxLength={MOST_CHARACTERS.line} {...form.getInputProps('address')} />
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <Textarea
        label="Телефоны"
        description="Каждый номер на своей строке"
        autosize
        minRows={2}
        {...form.getInputProps('phones')}
      />
      <TextInput
        label="Часы работы"
        description="Например, пн–пт 9:00–20:00"
        maxLength={MOST_CHARACTERS.line}
        {...form.getInputProps('hours')}
      />
    </SimpleGrid>
    <TextInput
      label="Сайт"
      inputMode="url"
      maxLength={MOST_CHARACTERS.line}
      {...form.getInputProps('website')}
    />
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextInput
        label="Юридическое лицо"
        description="Печатается в документах"
        maxLength={MOST_CHARACTERS.line}
        {...form.getInputProps('legalName')}
      />
      <TextInput
        label="Лицензия"
        description="Номер и дата, печатаются в документах"
        maxLength={MOST_CHARACTERS.line}
        {...form.getInputProps('licence')}
      />
    </SimpleGrid>
  </>
);
