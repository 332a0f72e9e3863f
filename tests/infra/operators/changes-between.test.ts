import { describe, expect, it } from 'vitest';
import { describeChangesBetween } from '../../../infra/operators/deployment/changes-between.ts';

/** Git of a folder in which the change log has got two lines since the commit `aaaaaaaaaa`. */
const git = (words: readonly string[]): string | undefined => {
  if (words[0] === 'cat-file') return words[2]?.startsWith('aaaaaaaaaa') ? '' : undefined;
  if (words[0] === 'rev-list') return '12\n';
  return [
    '--- a/CHANGELOG.md',
    '+++ b/CHANGELOG.md',
    '@@ -3,0 +4,2 @@',
    '+- Help is in the menu.',
    '+- Run doctor.',
  ].join('\n');
};

describe('what lies between two versions', () => {
  it('is what the change log has got since, with the number of commits', () => {
    expect(describeChangesBetween({ from: 'aaaaaaaaaa', to: 'bbbbbbbbbb' }, git)).toBe(
      'From aaaaaaaaa to bbbbbbbbb: 12 commits.\n- Help is in the menu.\n- Run doctor.',
    );
  });

  it('is the whole change log where the folder does not know the version of the school', () => {
    expect(describeChangesBetween({ from: 'cccccccccc', to: 'bbbbbbbbbb' }, git)).toContain('read all of CHANGELOG.md');
    expect(describeChangesBetween({ from: undefined, to: 'bbbbbbbbbb' }, git)).toContain('read all of CHANGELOG.md');
  });

  it('is nothing where the school has the version', () => {
    expect(describeChangesBetween({ from: 'aaaaaaaaaa', to: 'aaaaaaaaaa' }, git)).toBe(
      'The school has this version already.',
    );
  });
});
