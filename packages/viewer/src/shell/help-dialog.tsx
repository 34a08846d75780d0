import { Button, Modal, Text, Title } from '@mantine/core';
import controls from '../controls/controls.module.css';
import panels from './panels.module.css';

interface HelpSection {
  title: string;
  lines: readonly (readonly [keys: string, action: string])[];
}

interface HelpDialogProps {
  sections: readonly HelpSection[];
  opened: boolean;
  onClose: () => void;
  /** shows the introduction again; absent where there is none */
  onIntroduce?: () => void;
}

/** The controls: mouse, touch and keys. */
export const HelpDialog = ({ sections, opened, onClose, onIntroduce }: HelpDialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title="Управление"
    size="xl"
    closeButtonProps={{ 'aria-label': 'Закрыть' }}
  >
    <div data-help className={panels.help}>
      {sections.map(({ title, lines }) => (
        <section key={title}>
          <Title order={3} size="h4" mt="md" mb="xs">
            {title}
          </Title>
          <dl className={panels.keys}>
            {lines.map(([keys, action]) => (
              <div key={keys} style={{ display: 'contents' }}>
                <dt>
                  <kbd className={controls.key}>{keys}</kbd>
                </dt>
                <dd>{action}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Text size="sm" c="dimmed" mt="lg">
        Клавиши работают и в русской раскладке.
      </Text>
      {onIntroduce && (
        <Button mt="md" variant="default" onClick={onIntroduce}>
          Показать знакомство
        </Button>
      )}
    </div>
  </Modal>
);
