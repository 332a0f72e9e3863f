import { execFileSync } from 'node:child_process';

/** Runs git with these words; undefined where it fails, as in a folder without a history. */
type AskGit = (words: readonly string[]) => string | undefined;

const askGit: AskGit = (words) => {
  try {
    return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
};

/**
 * What CHANGELOG.md says now and did not say at a school's version: the lines that were added, for the person who
 * upgrades. A sentence where the history cannot tell.
 */
export function describeChangesBetween(
  { from, to }: { from: string | undefined; to: string },
  ask: AskGit = askGit,
): string {
  if (from === undefined) return 'The school does not say its version: read all of CHANGELOG.md.';
  const before = from.replace(/-dirty$/, '');
  const after = to.replace(/-dirty$/, '');
  if (before === after) return 'The school has this version already.';
  if (ask(['cat-file', '-e', `${before}^{commit}`]) === undefined)
    return `This folder does not have the school's version ${before}: read all of CHANGELOG.md.`;
  const difference = ask(['diff', '--unified=0', before, after, '--', 'CHANGELOG.md']) ?? '';
  const added = difference
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1));
  const count = ask(['rev-list', '--count', `${before}..${after}`])?.trim() ?? 'an unknown number of';
  return [
    `From ${before.slice(0, 9)} to ${after.slice(0, 9)}: ${count} commits.`,
    ...(added.some((line) => line.trim() !== '') ? added : ['CHANGELOG.md says nothing new.']),
  ].join('\n');
}
