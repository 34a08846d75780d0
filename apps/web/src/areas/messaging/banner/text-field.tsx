import '@mantine/tiptap/styles.layer.css';
import { Input } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { LinkMark } from './link-mark.ts';
import classes from './text-field.module.css';

/** Bold, italic, two kinds of lists and links: the server removes everything else. */
const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    link: false,
    strike: false,
    trailingNode: false,
    underline: false,
  }),
  LinkMark,
];

const labels = {
  boldControlLabel: 'Полужирный',
  italicControlLabel: 'Курсив',
  bulletListControlLabel: 'Маркированный список',
  orderedListControlLabel: 'Нумерованный список',
  linkControlLabel: 'Ссылка',
  linkEditorInputLabel: 'Адрес ссылки',
  linkEditorInputPlaceholder: 'Адрес сайта или e-mail',
  linkEditorSave: 'Готово',
};

interface TextFieldProps {
  /** the initial text; later values are ignored */
  html: string;
  onChange: (html: string) => void;
}

export function TextField({ html, onChange }: TextFieldProps) {
  const editor = useEditor({
    extensions,
    content: html,
    onUpdate: ({ editor: changed }) => onChange(changed.getHTML()),
    editorProps: { attributes: { 'aria-label': 'Текст баннера', 'aria-multiline': 'true', role: 'textbox' } },
  });
  return (
    <Input.Wrapper label="Текст" labelElement="div">
      <RichTextEditor
        editor={editor}
        labels={labels}
        classNames={{
          root: classes.root,
          toolbar: classes.toolbar,
          control: classes.control,
          content: classes.content,
          linkEditor: classes.linkEditor,
          linkEditorExternalControl: classes.hidden,
        }}
      >
        <RichTextEditor.Toolbar role="toolbar" aria-label="Оформление текста">
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link disableTooltips popoverProps={{ offset: 6 }} />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  );
}
