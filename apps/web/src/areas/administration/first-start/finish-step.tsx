import { Button, Radio, Stack } from '@mantine/core';
import { finishFirstStart } from '@snimok/contract/administration/first-start';
import { call } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { FormNotice } from '../../people/accounts/form-notice.tsx';
import { useForm } from '../../people/accounts/use-form.ts';
import type { StepProps } from './step-props.ts';

/** Asks whether to make the demonstration data, and ends the first start. */
export function FinishStep({ token, state, onFinished }: StepProps) {
  const { values, field, pending, alert, onSubmit } = useForm({
    initial: { data: 'none' },
    check: () => ({}),
    submit: async ({ data }) =>
      onFinished(await call(finishFirstStart, { body: { token, demo: data === 'demo' } })),
    explain: (reason) => explain(reason),
  });
  const choose = field('data').onChange;
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormNotice alert={alert} />
      <Stack gap="lg">
        {state.canFillDemo && (
          <Radio.Group
            label="С чем начать?"
            value={values.data}
            onChange={(value) => choose({ currentTarget: { value } })}
          >
            <Stack gap="sm" mt="xs">
              <Radio value="none" label="Пустой портал" description="Для работы с настоящими пациентами" />
              <Radio
                value="demo"
                label="Портал с примерами"
                description="Выдуманные врачи, пациенты и снимки, чтобы попробовать. Отдельной кнопки, которая их убирает, нет"
              />
            </Stack>
          </Radio.Group>
        )}
        <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
          Завершить настройку
        </Button>
      </Stack>
    </form>
  );
}
