/**
 * Finds words that docs/writing.md rules out, in names of files, in code, comments and documents: `npm run check:words`, or
 * `npm run check:words -- web docs` for some folders. A list, not a grammar: what it does not find may still be odd.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** What to look for, and what to write. */
const ruledOut: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'name who: the caller, the person, anyone who'],
  [/\b(for|of|to|by|from|with) (him|her)? ?who\b(?! (is|are) who)/i, 'name who: of a caller that …'],
  [/\bwhose word counts\b/i, 'is authoritative'],
  [/\bgives? way to\b/i, 'is replaced by'],
  [/\bis over for\b/i, 'has ended for'],
  [/\bfor whom\b/i, 'for which, or name who'],
  [/\b(is|are|was|were|be) told\b/i, 'sees, receives, is notified'],
  [/\b(is|are|was|were|be) met\b/i, 'conflicts with, reaches'],
  [/\bmet others\b/i, 'conflicted'],
  [/\bhas (it|them) for\b/i, 'uses it as'],
  [/\bbrings? along\b/i, 'moves, takes'],
  [/\bon (its|their) way\b/i, 'in flight, partly done'],
  [/\bcarr(y|ies|ied) on\b/i, 'resume, continue'],
  [/\b(stands|stood) (there|here|beside|for|in|as|at|on|above|below|over)\b/i, 'is, means'],
  [/\bas it stands\b/i, 'as it is'],
  [/\bgoes? round\b/i, 'loops'],
  [/\bhas its say\b/i, 'applies'],
  [/\bwho asks\b/i, 'the caller'],
  [/\basked after\b/i, 'requested, polled'],
  [/\bthe own\b/i, 'own, their own'],
  [/\bnobody (his|the) own\b/i, 'say whose'],
  [/\b(in|into) the place of\b/i, 'in place of, replaces'],
  [/\bis of no (more )?use\b/i, 'no longer works'],
  [/\breckons?\b/i, 'computes'],
  [/\bwants? (an?|the|its) (entry|row|place|name)\b/i, 'needs'],
  [/\bhanded[- ]in\b/i, 'uploaded, submitted'],
  [
    /\b(letIn|noting|unlucky|isOurPages|Arriving|Entering|carryOn|bringAlong|openApart)\b/,
    'a name that says what it does',
  ],
  [
    /\b(told|then|looks|here|standing|hands|bent|doubles|sealed|unlucky|apart|away)\.tsx?\b/,
    'a file is called after what it exports',
  ],
];

const folders = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', ...(folders.length > 0 ? folders : ['.'])], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|md)$/.test(file) && !isExempt(file));

/** The page that lists the words, and this list. */
function isExempt(file: string): boolean {
  return file === 'docs/writing.md' || file === 'tools/checks/words.ts';
}

let found = 0;
for (const file of files) {
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const [index, line] of [file, ...text.split('\n')].entries()) {
    for (const [pattern, better] of ruledOut) {
      const [odd] = pattern.exec(line) ?? [];
      if (odd === undefined) continue;
      found++;
      console.log(`${file}:${index}: “${odd}” → ${better}: ${line.trim().slice(0, 160)}`);
    }
  }
}
console.log(found === 0 ? `No ruled-out words in ${files.length} files.` : `${found} ruled-out words.`);
process.exitCode = found === 0 ? 0 : 1;
