/**
 * `npm run check:words`: finds words that docs/writing.md rules out in names of files, code, comments and documents,
 * and comments wider than 120 characters; `npm run check:words -- web docs` searches some folders.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { findLongComments } from './long-comments.ts';
import { findRuledOut } from './ruled-out-words.ts';

/** The page that lists the words, the list and its test. */
const exempt = ['docs/writing.md', 'tools/checks/ruled-out-words.ts', 'tests/infra/ruled-out-words.test.ts'];

const folders = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', ...(folders.length > 0 ? folders : ['.'])], { encoding: 'utf8' })
  .split('\n')
  // What a program has made says what its sources say.
  .filter((file) => /(?<!\.generated)\.(tsx?|md)$/.test(file) && !exempt.includes(file));

let found = 0;
for (const file of files) {
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const { line, odd, better } of findRuledOut(file, text)) {
    found++;
    const content = line === 0 ? file : text.split('\n')[line - 1];
    console.log(`${file}:${line}: “${odd}” → ${better}: ${content?.trim().slice(0, 160)}`);
  }
  if (!file.endsWith('.md')) {
    for (const line of findLongComments(text)) {
      found++;
      console.log(`${file}:${line}: a comment wider than 120 characters`);
    }
  }
}
console.log(
  found === 0 ? `No ruled-out words in ${files.length} files.` : `${found} ruled-out words or long comments.`,
);
process.exitCode = found === 0 ? 0 : 1;
