import { IconClock, IconMessage2Bolt } from '@tabler/icons-react';
import { MoreMenu } from '../../../../shared/dialogs/more-menu.tsx';
import { MessengerHours } from './messenger-hours.tsx';
import { AnswerTemplates } from './answer-templates.tsx';

/** What the centre sets up for its answers. */
export const MessengerSettings = () => (
  <MoreMenu
    label="Настройка мессенджера"
    size={36}
    entries={[
      {
        label: 'Шаблоны ответов',
        icon: <IconMessage2Bolt size={18} stroke={1.6} />,
        title: 'Шаблоны ответов',
        content: () => <AnswerTemplates />,
      },
      {
        label: 'Часы ответа',
        icon: <IconClock size={18} stroke={1.6} />,
        title: 'Когда центр отвечает в чате',
        content: (close) => <MessengerHours onClose={close} />,
      },
    ]}
  />
);
