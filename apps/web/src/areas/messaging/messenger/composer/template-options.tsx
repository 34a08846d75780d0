import { Combobox, type ComboboxStore } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import classes from './composer.module.css';
import { templatesQuery } from '../messages/queries.ts';
import { fillTemplate, findTemplates } from './templates.ts';

interface TemplateOptionsProps {
  store: ComboboxStore;
  clientName: string;
  sought: string;
}

/** The answer templates above the field; the chosen one is inserted with its placeholders replaced. */
export function TemplateOptions({ store, clientName, sought }: TemplateOptionsProps) {
  const { data } = useQuery({ ...templatesQuery, enabled: store.dropdownOpened });
  const found = findTemplates(data?.templates ?? [], sought);
  const { dropdownOpened, selectFirstOption } = store;
  useEffect(() => {
    if (dropdownOpened) selectFirstOption();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when other options are shown
  }, [dropdownOpened, sought, found.length]);
  return (
    <Combobox.Dropdown>
      <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label="Шаблоны ответов">
        {data && found.length === 0 && (
          <Combobox.Empty>
            {data.templates.length === 0 ? 'Шаблонов пока нет: создайте их в меню над списком' : 'Не найдено'}
          </Combobox.Empty>
        )}
        {data &&
          found.map(({ templateID, title, text }) => (
            <Combobox.Option key={templateID} value={fillTemplate(text, data.values, clientName)}>
              <span className={classes.template}>{title}</span>
              <span className={classes.templateText}>{text}</span>
            </Combobox.Option>
          ))}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}
