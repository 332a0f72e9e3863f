import { expect, it } from 'vitest';
import { findOddClassNames } from '../../tools/checks/style-names.ts';

const sheet = {
  path: 'web/ui/card/card.module.css',
  text: '@layer ui { .card > .title:hover, .card.busy { width: 0.5em; } /* .old */ }',
};
const component = (text: string) => ({
  path: 'web/features/page.tsx',
  text: `import styles from '../ui/card/card.module.css';\n${text}`,
});

it('finds a class that no component uses', () => {
  expect(findOddClassNames([sheet, component('<p className={`${styles.card} ${styles.title}`} />')])).toEqual([
    'web/ui/card/card.module.css: nobody uses .busy',
  ]);
});

it('does not take the same name of another sheet for a use', () => {
  const other = { path: 'web/other.tsx', text: "import styles from './other.module.css';\nstyles.busy" };
  const page = component('styles.card; styles.title');
  expect(findOddClassNames([sheet, page, other])).toEqual(['web/ui/card/card.module.css: nobody uses .busy']);
});

it.each([
  'styles[kind]; const kinds = { card: 1, title: 2, busy: 3 };',
  '<Picker classNames={styles} />',
])('takes as used what is chosen by a variable or handed over whole: %s', (text) =>
  expect(findOddClassNames([sheet, component(text)])).toEqual([]));

it('finds a class of a page without modules that no sheet defines', () => {
  const plain = { path: 'web/page.css', text: '.card { } @media print { .fact.asked { } }' };
  const page = {
    path: 'web/page.tsx',
    text: "<p className=\"card amplify-text\"><b className={kind === 'no' ? 'fact asked' : 'fact lost'} /></p>",
  };
  expect(findOddClassNames([plain, page])).toEqual(['web/page.tsx: no sheet defines .lost']);
});
