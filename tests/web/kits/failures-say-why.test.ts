import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeFailure } from '../../../web/acts/notice-failure.ts';
import { ApiError, NetworkError } from '../../../web/api/errors.ts';

it('says what failed in the words of the product, and why', () => {
  const closed = new ApiError(409, 'The term is closed.');
  expect(describeFailure('Error occured', closed)).toBe('Error occured: The term is closed.');
  expect(describeFailure('An Error Occured.', closed)).toBe('An Error Occured. The term is closed.');
  expect(describeFailure('Not saved', new NetworkError(null))).toBe('Not saved: Unable to connect to the server.');
  expect(describeFailure('Not saved', new ApiError(422, 'Not saved. It is too long.'))).toBe(
    'Not saved. It is too long.',
  );
  expect(describeFailure('Not saved.', new TypeError('x is not a function'))).toBe('Not saved.');
});

/**
 * The failures that a file says without the reason, or takes for those of its act where the session may be over: a
 * `catch` that has no error, and a failure in a notice that is given none. A form shows the reason itself (`return
 * false`).
 */
const findSilentFailures = (text: string): string[] => [
  ...[...text.matchAll(/catch \{\s*snackbar\(.*/g)].map(([found]) => found),
  ...[...text.matchAll(/onFailed: \(\) => snackbar\(.*/g)].map(([found]) => found),
  ...[...text.matchAll(/onFailed: \(\) => \{\n[\s\S]*?\n *\},/g)]
    .map(([found]) => found)
    .filter((found) => !found.includes('return false')),
];

it('finds failures without a reason', () => {
  const silent = ["} catch {\n  snackbar('Error');\n}", "useAct({ onFailed: () => snackbar('Error') })"];
  expect(silent.map((text) => findSilentFailures(text).length)).toEqual([1, 1]);
  const block = (last: string) => `onFailed: () => {\n  snackbar('Error', { tone: 'error' });\n  ${last}\n},`;
  expect([block(''), block('return false;')].map((text) => findSilentFailures(text).length)).toEqual([1, 0]);
});

it('hides no reason of a failure on any screen', () => {
  const files = globSync('web/**/*.{ts,tsx}');
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => findSilentFailures(readFileSync(file, 'utf8')).map((found) => [file, found]))).toEqual(
    [],
  );
});
