import { Modal, Text, Title } from '@mantine/core';
import classes from './shell.module.css';

export interface HelpSection {
  title: string;
  lines: readonly (readonly [keys: string, does: string])[];
}

interface HelpDialogProps {
  sections: readonly HelpSection[];
  opened: boolean;
  onClose: () => void;
}

/** What mouse, fingers and keys do. */
export const HelpDialog = ({ sections, opened, onClose }: HelpDialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title="Управление"
    size="xl"
    closeButtonProps={{ 'aria-label': 'Закрыть' }}
  >
    <div data-help className={classes.help}>
      {sections.map(({ title, lines }) => (
        <section key={title}>
          <Title order={3} size="h4" mt="md" mb="xs">
            {title}
          </Title>
          <dl className={classes.keys}>
            {lines.map(([keys, does]) => (
              <div key={keys} style={{ display: 'contents' }}>
                <dt>
                  <kbd className={classes.key}>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Text size="sm" c="dimmed" mt="lg">
        Клавиши работают и в русской раскладке.
      </Text>
    </div>
  </Modal>
);
