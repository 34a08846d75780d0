import { Link } from '@mantine/tiptap';
import { isBannerLink } from '@snimok/contract/messaging/banner-html';
import { completeURL } from './links.ts';

/** Completes typed addresses. Without a selection, the typed address is inserted as the text of the link. */
export const LinkMark = Link.extend({
  addCommands() {
    const commands = this.parent?.();
    return {
      ...commands,
      setLink: (attributes) => (props) => {
        const href = completeURL(attributes.href);
        if (!isBannerLink(href)) return false;
        if (!props.state.selection.empty) return commands?.setLink?.({ ...attributes, href })(props) ?? false;
        const marks = [{ type: this.name, attrs: { href } }];
        return props.commands.insertContent({ type: 'text', text: attributes.href.trim(), marks });
      },
    };
  },
}).configure({
  defaultProtocol: 'https',
  isAllowedUri: isBannerLink,
  HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
});
