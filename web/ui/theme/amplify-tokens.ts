import type { Plugin } from 'vite';
import { amplifyTheme } from './amplify-theme.ts';

/** The components of amplify.css, and those whose tokens their sheets use. */
const components = new Set(
  'alert badge button card field fieldcontrol flex heading input loader placeholder tabs text'.split(' '),
);

/**
 * Serves `virtual:amplify-tokens.css`, the tokens of the theme as a static sheet. ThemeProvider would write them into a
 * <style> element, which the Content-Security-Policy refuses.
 */
export function amplifyTokensPlugin(): Plugin {
  const id = 'virtual:amplify-tokens.css';
  return {
    name: 'formroom:amplify-tokens',
    resolveId: (source) => (source === id ? id : null),
    load: (loaded) => (loaded === id ? `@layer amplify { :root { ${tokens().join('\n')} } }` : null),
  };
}

const tokens = (): string[] =>
  (amplifyTheme.cssText.match(/^--.*;$/gm) ?? []).filter((token) => {
    const [, component] = /^--amplify-components-([a-z]+)/.exec(token) ?? [];
    return component === undefined || components.has(component);
  });
