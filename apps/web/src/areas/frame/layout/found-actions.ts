import {
  IconCalendarPlus,
  IconFilePlus,
  IconMessage,
  IconUpload,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { Command } from '../palette/palette-dialog.tsx';
import type { Hit } from '../../people/search/use-search.ts';
import { hasOneOf } from '../../platform/access/rights.ts';
import type { Settings } from './assistant-menu.tsx';

// What Ctrl+K offers to do with a hit. The first is what Enter does.

export const assistantActions =
  (settings: Settings | undefined) =>
  ({ to, patientID, doctorID }: Hit): Command[] => {
    const may = (right: Parameters<typeof hasOneOf>[1][number]) => hasOneOf(settings, [right]);
    const write: Command[] =
      settings?.chatEnabled && may('messenger')
        ? [
            {
              label: 'Написать клиенту',
              to: `/assistant-area/messenger?dialog=${doctorID}`,
              icon: IconMessage,
            },
          ]
        : [];
    if (patientID === undefined)
      return [{ label: 'Открыть пациентов клиента', to, icon: IconUsers }, ...write];
    const actions: Command[] = [{ label: 'Открыть карточку', to, icon: IconUser }];
    if (may('studies'))
      actions.push({
        label: 'Загрузить снимки',
        to: `/assistant-area/applications/create/${doctorID}/${patientID}`,
        icon: IconUpload,
      });
    if (settings?.scheduleEnabled && may('booking') && may('studies'))
      actions.push({
        label: 'Записать на приём',
        to: `/assistant-area/schedule?patient=${patientID}`,
        icon: IconCalendarPlus,
      });
    return [...actions, ...write];
  };

export const doctorActions =
  (sendsReferrals: boolean) =>
  ({ to, patientID }: Hit): Command[] => {
    const open = { label: 'Открыть карточку', to, icon: IconUser };
    const refer = {
      label: 'Направить на исследование',
      to: `/doctor-area/referrals/new?patientID=${patientID}`,
      icon: IconFilePlus,
    };
    return sendsReferrals ? [open, refer] : [open];
  };
