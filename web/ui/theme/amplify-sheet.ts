import type { CSSOptions } from 'vite';
import { amplifyTheme } from './amplify-theme.ts';

type PostcssPlugins = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>;
type PostcssPlugin = Extract<PostcssPlugins[number], { postcssPlugin: string }>;

/** `block--modifier` of what the site has. Amplify's sheets have ten times as many, for colours and sizes that no screen shows. */
const usedVariants = new Set([
  ...['button--primary', 'button--link', 'button--destructive', 'button--disabled', 'button--fullwidth'],
  ...['alert--info', 'alert--error', 'alert--warning', 'alert--success'],
  ...['badge--info', 'badge--error', 'badge--warning', 'badge--success'],
]);

/** Parts of used controls that no screen shows: icons and headings of alerts, the bar and the label of the loader. */
const unusedParts = /__(loader-wrapper|icon|heading|dismiss|label)\b|loader line/;

/**
 * Makes of amplify.css the static sheet of the site: used variants only, focus rings for the keyboard alone, and the tokens that are
 * used. ThemeProvider would write all of them, 136 KB, into a <style> element, which the Content-Security-Policy refuses.
 */
export const amplifySheet: PostcssPlugin = {
  postcssPlugin: 'formroom-amplify-sheet',
  OnceExit(root, { Rule, AtRule }) {
    if (!root.source?.input.file?.endsWith('/theme/amplify.css')) return;
    root.walkAtRules('supports', (rule) => void rule.remove());
    root.walkRules(/\.amplify-/, (rule) => {
      const kept = rule.selectors.filter(isUsed);
      if (kept.length === 0) rule.remove();
      else rule.selectors = kept.map((selector) => selector.replace(/:focus(?!-)/g, ':focus-visible'));
    });
    root.walkDecls(/^--amplify-internal-.*-(loading|linear)-/, (declaration) => void declaration.remove());
    const tokens = new Map<string, string>();
    root.walkDecls(({ value }) => collectTokens(value, tokens));
    const { source } = root;
    const theme = new Rule({ selector: ':root', source });
    for (const [prop, value] of tokens) theme.append({ prop, value, source });
    root.append(new AtRule({ name: 'layer', params: 'amplify', nodes: [theme], source }));
  },
};

const isUsed = (selector: string): boolean =>
  !selector.includes('[dir=rtl]') &&
  !unusedParts.test(selector) &&
  [...selector.matchAll(/\.amplify-(\w[\w-]*?--[\w-]+)/g)].every(([, variant = '']) => usedVariants.has(variant));

/** The tokens that a value refers to, with those that they refer to. */
function collectTokens(text: string, tokens: Map<string, string>): void {
  for (const [, name = ''] of text.matchAll(/var\(\s*(--amplify-[\w-]+)/g)) {
    const value = values.get(name);
    if (value === undefined || tokens.has(name)) continue;
    tokens.set(name, value);
    collectTokens(value, tokens);
  }
}

const values = new Map(
  [...amplifyTheme.cssText.matchAll(/^(--[\w-]+): (.*);$/gm)].map(([, name = '', value = '']) => [name, value]),
);
