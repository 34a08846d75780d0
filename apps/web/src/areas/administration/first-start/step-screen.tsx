import { type FirstStart, type FirstStartStep } from '@snimok/contract/administration/first-start';
import type { ComponentType } from 'react';
import { Entrance } from '../../people/accounts/entrance.tsx';
import { AddressStep, BackupStep } from './address-steps.tsx';
import { FactorStep } from './factor-step.tsx';
import { FinishStep } from './finish-step.tsx';
import { MailStep } from './mail-step.tsx';
import { AdministratorStep, CentreStep } from './person-steps.tsx';
import type { StepProps } from './step-props.ts';

interface Screen {
  title: string;
  hint: string;
  Form: ComponentType<StepProps>;
}

const SCREENS: Record<FirstStartStep, Screen> = {
  centre: {
    title: 'Как называется центр?',
    hint: 'Название видят врачи и пациенты: на странице входа, в письмах и документах.',
    Form: CentreStep,
  },
  administrator: {
    title: 'Кто администратор?',
    hint: 'С этой учётной записью вы войдёте в портал. У неё есть все права.',
    Form: AdministratorStep,
  },
  factor: {
    title: 'Защитите вход администратора',
    hint: 'Кроме пароля портал будет спрашивать код с телефона.',
    Form: FactorStep,
  },
  mail: {
    title: 'Через какую почту отправлять письма?',
    hint: 'Портал пишет врачам о готовых снимках и присылает ссылки для нового пароля.',
    Form: MailStep,
  },
  address: {
    title: 'По какому адресу открывают портал?',
    hint: 'С этого адреса начинаются ссылки в письмах.',
    Form: AddressStep,
  },
  backup: {
    title: 'Где хранить резервные копии?',
    hint: 'Лучше на другом диске или сетевой папке. Портал делает копию каждый день.',
    Form: BackupStep,
  },
  finish: {
    title: 'Всё готово',
    hint: 'Остальное настроено. Изменить ответы можно позже на странице «Настройки».',
    Form: FinishStep,
  },
};

interface StepScreenProps {
  token: string;
  state: FirstStart;
  onAnswered: () => Promise<void>;
  onFinished: StepProps['onFinished'];
}

/** The first question that is not answered. The app of the administrator belongs to the question about the administrator. */
export function FirstStartStepScreen({ token, state, onAnswered, onFinished }: StepScreenProps) {
  const { steps, answered } = state;
  const step = steps.find((each) => !answered.includes(each)) ?? 'finish';
  const questions = steps.filter((each) => each !== 'factor');
  const number = questions.indexOf(step === 'factor' ? 'administrator' : step) + 1;
  const { title, hint, Form } = SCREENS[step];
  return (
    <Entrance title={title} hint={`Шаг ${number} из ${questions.length}. ${hint}`}>
      <Form key={step} token={token} state={state} onAnswered={onAnswered} onFinished={onFinished} />
    </Entrance>
  );
}
