import { expect, it } from 'vitest';
import { findRuledOut } from '../../tools/checks/ruled-out-words.ts';

const oddOf = (file: string, text: string) => findRuledOut(file, text).map(({ odd }) => odd);

it.each([
  ['Marks of one who has left', ['of one who']],
  ['The class is shown to who asks', ['to who', 'who asks']],
  ['Lessons of the own classes', ['the own']],
  ['The office is told', ['is told']],
  ['A transaction met others ten times', ['met others']],
  ['The act is for a condition', ['for a condition']],
  ['Until it is mended', ['mended']],
  ['What came of each', ['came of each']],
  ['A page as it stood', ['as it stood']],
  ['In the place of a mark', ['In the place of']],
  ['Its key opens nothing', ['opens nothing']],
  ['What is no date stays', ['is no date']],
  ['const failure = unlucky(codes);', ['unlucky']],
  ["import { NotHere } from './not-here.ts';", ['-here.ts']],
])('finds what is odd in: %s', (text, odd) => {
  expect(oddOf('web/page.tsx', text)).toEqual(odd);
});

it.each([
  'Marks of a student who has left',
  'A silent run cannot be told from a dead one',
  'A recovery code stood in for the app, the item stood in the way',
  'The choice that stands for every class',
  'There is no date in the file',
  'A registration is handed in',
  "import { fastHands } from './fast-hands.ts';",
  'Whether the recommended settings apply',
])('passes: %s', (text) => {
  expect(oddOf('web/page.tsx', text)).toEqual([]);
});

it('finds words of ours in sentences of screens, and not in comments on them', () => {
  const odd = (text: string) => findRuledOut('shared/marks/wordings.ts', text).length;
  expect(odd("  one: 'Please tell the operator.',")).toBe(1);
  expect(odd("  two: 'The school file has none.',")).toBe(1);
  expect(odd('            As in the school file.')).toBe(1);
  expect(odd('  /** Of the school file. */')).toBe(0);
});

it('names the line and what to write, and judges the name of the file as line 0', () => {
  expect(findRuledOut('functions/carry-on.ts', 'one\nbegun anew')).toEqual([
    { line: 0, odd: '/carry-on.ts', better: 'a file is called after what it exports' },
    { line: 2, odd: 'anew', better: 'again' },
  ]);
});
