import { describe, expect, it } from 'vitest';
import {
  derivedId,
  giveSourcedIds,
  nameBasedUuid,
  ownIdOfSchool,
  sourcedKeys,
} from '#functions/options/oneroster/sourced-ids.ts';

describe('ids of OneRoster', () => {
  it('are UUIDs of version 5, as RFC 9562 computes one', () => {
    // RFC 9562, appendix A.4: of the name www.example.com in the namespace of domains.
    expect(nameBasedUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
  });

  it('are others in another school, and of another kind', () => {
    const [here, there] = [giveSourcedIds([], 'here'), giveSourcedIds([], 'there')];
    const key = sourcedKeys.student('00123');
    expect(here('user', key)).toBe(giveSourcedIds([], 'here')('user', key));
    expect(new Set([here('user', key), there('user', key), here('role', key)]).size).toBe(3);
  });

  it('are those of the school whose id an import has taken over, of all that is known by the same key', () => {
    const first = giveSourcedIds([], 'first');
    const second = giveSourcedIds([{ kind: 'org', key: 'school', sourcedId: ownIdOfSchool('first') }], 'second');
    expect(second('org', sourcedKeys.school())).toBe(first('org', sourcedKeys.school()));
    expect(second('user', sourcedKeys.student('7'))).toBe(first('user', sourcedKeys.student('7')));
  });

  it('are those of another system where it has given some, whatever they look like', () => {
    const give = giveSourcedIds(
      [
        { kind: 'org', key: 'school', sourcedId: 'SCH/1' },
        { kind: 'user', key: 'student#7', sourcedId: 'u.7' },
      ],
      'here',
    );
    expect(give('user', sourcedKeys.student('7'))).toBe('u.7');
    expect(give('user', sourcedKeys.student('8'))).toBe(derivedId('SCH/1', 'user', 'student#8'));
    expect(give('user', sourcedKeys.student('8'))).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  });

  it('of enrollments follow those of people and classes', () => {
    const of = { classSourcedId: 'c', userSourcedId: 'u', role: 'student' };
    const key = sourcedKeys.enrollment(of);
    expect(sourcedKeys.enrollment({ ...of, userSourcedId: 'v' })).not.toBe(key);
    expect(sourcedKeys.enrollment({ ...of, role: 'teacher' })).not.toBe(key);
  });
});
