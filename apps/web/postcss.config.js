import preset from 'postcss-preset-mantine';

/** Mixins of the preset make declarations without a source file. Vite resolves their addresses relative to this file. */
const sourceFromParent = {
  postcssPlugin: 'source-from-parent',
  OnceExit(root) {
    root.walkDecls((declaration) => {
      if (!declaration.source?.input.file) declaration.source = root.source;
    });
  },
};

export default { plugins: [preset(), sourceFromParent] };
