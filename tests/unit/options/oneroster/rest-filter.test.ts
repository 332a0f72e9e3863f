import { describe, expect, it } from 'vitest';
import { parseFilter } from '#functions/options/oneroster/rest/query/filter.ts';
import type { RestRecord } from '#functions/options/oneroster/rest/record-fields.ts';
import { RosterError } from '#functions/options/oneroster/rest/status-info.ts';

const org = { href: 'https://school.example/orgs/o1', sourcedId: 'o1', type: 'org' };
const bell: RestRecord = {
  sourcedId: 'u1',
  status: 'active',
  dateLastModified: '2026-02-01T08:00:00.000Z',
  enabledUser: 'true',
  givenName: 'Anna',
  familyName: 'Bell',
  roles: [{ roleType: 'primary', role: 'teacher', org }],
  grades: ['4', '5'],
};
const obrien: RestRecord = {
  sourcedId: 'u2',
  status: 'active',
  dateLastModified: '2026-03-01T08:00:00.000Z',
  enabledUser: 'false',
  givenName: 'Seán',
  familyName: "O'Brien",
  roles: [{ roleType: 'primary', role: 'student', org }],
  grades: ['4'],
};
const users = [bell, obrien];

const found = (filter: string, kind: Parameters<typeof parseFilter>[1] = 'user', of = users) =>
  of.filter(parseFilter(filter, kind)).map(({ sourcedId }) => sourcedId);
const refusal = (filter: string): [number, string] | null => {
  try {
    parseFilter(filter, 'user');
    return null;
  } catch (error) {
    if (error instanceof RosterError) return [error.status, error.codeMinor];
    throw error;
  }
};

describe('a filter of OneRoster 1.2', () => {
  it('compares by each of the seven predicates', () => {
    const results: RestRecord[] = [10, 20, 30].map((score) => ({
      sourcedId: String(score),
      status: 'active',
      dateLastModified: '2026-02-01T08:00:00.000Z',
      score,
    }));
    const scored = (filter: string) => found(filter, 'result', results);
    expect(scored("score='20'")).toEqual(['20']);
    expect(scored("score!='20'")).toEqual(['10', '30']);
    expect(scored("score>'20'")).toEqual(['30']);
    expect(scored("score>='20'")).toEqual(['20', '30']);
    // As numbers: as texts, 9 would be above all of them.
    expect(scored("score>'9'")).toEqual(['10', '20', '30']);
    expect(scored("score<'20'")).toEqual(['10']);
    expect(scored("score<='20'")).toEqual(['10', '20']);
    expect(found("familyName~'el'")).toEqual(['u1']);
  });

  it('joins conditions by AND or by OR', () => {
    expect(found("familyName='Bell' AND givenName='Anna'")).toEqual(['u1']);
    expect(found("familyName='Bell' AND givenName='Seán'")).toEqual([]);
    expect(found("familyName='Bell' OR givenName='Seán'")).toEqual(['u1', 'u2']);
    expect(found("status='active' AND enabledUser='true' AND grades='5'")).toEqual(['u1']);
  });

  it('takes AND, quotes and operators within a text as text', () => {
    expect(found("familyName='Bell AND givenName'")).toEqual([]);
    expect(found("familyName='O''Brien'")).toEqual(['u2']);
    expect(found("familyName~'>='")).toEqual([]);
  });

  it('compares texts without regard to capital letters and to how an accent is written', () => {
    expect(found("familyName='BELL'")).toEqual(['u1']);
    expect(found(`givenName='${'SEÁN'.normalize('NFD')}'`)).toEqual(['u2']);
  });

  it('reads into objects and lists', () => {
    expect(found("roles.role='teacher'")).toEqual(['u1']);
    expect(found("roles.org.sourcedId='o1'")).toEqual(['u1', 'u2']);
    expect(found("grades='4'")).toEqual(['u1', 'u2']);
    expect(found("grades='4,5'")).toEqual(['u1']);
    expect(found("grades!='5'")).toEqual(['u2']);
  });

  it('compares moments by when they are', () => {
    expect(found("dateLastModified>'2026-02-15'")).toEqual(['u2']);
    expect(found("dateLastModified>='2026-02-01T09:00:00+01:00'")).toEqual(['u1', 'u2']);
    expect(found("dateLastModified>'2026-02-01T08:00:00.000Z'")).toEqual(['u2']);
  });

  it('leaves out records without the field, unless it asks for those that differ', () => {
    expect(found("email='a@example.com'")).toEqual([]);
    expect(found("email~'@'")).toEqual([]);
    expect(found("email!='a@example.com'")).toEqual(['u1', 'u2']);
  });

  it('is refused with invalid_filter_field for a field that the object does not have', () => {
    for (const path of ['shoeSize', 'roles.shoeSize', 'roles', 'class.sourcedId', 'constructor', '__proto__.x'])
      expect(refusal(`${path}='1'`)?.[0], path).toBe(400);
    expect(refusal("shoeSize='42'")).toEqual([400, 'invalid_filter_field']);
    expect(refusal("familyName='Bell' AND shoeSize='42'")).toEqual([400, 'invalid_filter_field']);
  });

  it('is refused with invaliddata where it cannot be read', () => {
    const unreadable = [
      '',
      'familyName',
      'familyName=Bell',
      'familyName="Bell"',
      "familyName=='Bell'",
      "familyName='Bell",
      "familyName='Bell' AND",
      "familyName='Bell' givenName='Anna'",
      "familyName='Bell' and givenName='Anna'",
      "familyName='Bell' AND givenName='Anna' OR givenName='Seán'",
      "(familyName='Bell')",
      "dateLastModified>'yesterday'",
      "enabledUser='perhaps'",
      Array.from({ length: 11 }, () => "familyName='Bell'").join(' AND '),
      `familyName='${'x'.repeat(1000)}'`,
    ];
    for (const filter of unreadable) expect(refusal(filter), filter).toEqual([400, 'invaliddata']);
  });

  it('takes as long as it is, whatever is typed', () => {
    const started = performance.now();
    for (const odd of ["''".repeat(495), "a='".padEnd(999, "'"), 'a'.repeat(999), `a${' '.repeat(990)}`])
      expect(refusal(odd)).not.toBeNull();
    expect(performance.now() - started).toBeLessThan(200);
  });
});
