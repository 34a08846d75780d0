import { Link } from '@mantine/tiptap';
import { isAllowedLink, wholeAddress } from './links.ts';

/** Links as people type them; without a selection the address itself becomes the words. */
export const LinkMark = Link.extend({
  addCommands() {
    const known = this.parent?.();
    return {
      ...known,
      setLink: (attributes) => (props) => {
        const href = wholeAddress(attributes.href);
        if (!isAllowedLink(href)) return false;
        if (!props.state.selection.empty) return known?.setLink?.({ ...attributes, href })(props) ?? false;
        const marks = [{ type: this.name, attrs: { href } }];
        return props.commands.insertContent({ type: 'text', text: attributes.href.trim(), marks });
      },
    };
  },
}).configure({
  defaultProtocol: 'https',
  isAllowedUri: isAllowedLink,
  HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
});
