import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEntries } from '../../../infra/build/entries.ts';
import { tableRights } from '../../../infra/rights/table-rights.ts';
import { judgeRequest } from '../../support/policies/judge-request.ts';
import { demoTemplates, resourcesOfType, type Templates } from '../stacks/templates.ts';
import { type AskedPart, allowedFunctions, type Policies, synthesizedPolicies } from './synthesized-policies.ts';

let templates: Templates;
let policies: Policies;
beforeAll(() => {
  templates = demoTemplates();
  policies = synthesizedPolicies(templates);
});

const who = (part: AskedPart): string[] => allowedFunctions(policies, part).toSorted();
/** Reads what everybody may know of cards, and nothing else (rule 57). */
const ofStrangers = 'verification';
const all = allEntries()
  .map(({ name }) => name)
  .filter((name) => name !== ofStrangers)
  .toSorted();
/** Programs have no session. */
const ofSessions = all.filter((name) => !name.endsWith('-jobs') && name !== 'oneroster-rest-documents');
const reading = ['BatchGetItem', 'GetItem', 'Query'];
/** The staff's and the students'. */
const signIn = ['auth', 'student-entrance'];
const search = { action: 'Scan', attributes: ['pk', 'sk', 'studentId', 'marks'], select: 'SPECIFIC_ATTRIBUTES' };

describe('reading', () => {
  it.each(reading)('of second factors, tries, challenges and known browsers is for sign-in: %s', (action) => {
    for (const key of ['attempts#account#mona', 'challenge#h', 'devices#mona', 'second-factor-step#h'])
      expect(who({ action, keys: [key] }), key).toEqual(signIn);
    // The office of the staff says of an account whether it has one, and ends it.
    expect(who({ action, keys: ['second-factor#T1'] })).toEqual(['accounts', 'auth']);
    // Moving in finds whether a user name or a number is taken.
    for (const key of ['user-name#mona', 'teacher-number#12'])
      expect(who({ action, keys: [key] }), key).toEqual(['accounts', 'auth', 'move-in-jobs']);
    expect(who({ action, on: 'keys', keys: ['signing-key#device'] })).toEqual(action === 'GetItem' ? signIn : []);
  });

  it('of lockouts and of the access log in the indexes is for those whose calls show them', () => {
    expect(who({ action: 'Query', on: 'index gsi1', keys: ['sign-ins-closed'] })).toEqual(signIn);
    expect(who({ action: 'Query', on: 'trail index gsi1', keys: ['access-list#account#T1'] })).toEqual([
      'auth',
      'families',
      'reports-documents',
      'student-register-documents',
    ]);
    for (const action of reading) expect(who({ action, on: 'trail', keys: ['access#2026-03'] })).toEqual([]);
  });

  it('of accounts and sessions is for the functions that people call', () => {
    for (const key of ['account#T1', 'session#T1'])
      expect(
        who({ action: 'BatchGetItem', keys: [key] }).filter((name) => name !== 'move-in-jobs'),
        key,
      ).toEqual(ofSessions);
    expect(
      who({ action: 'Query', on: 'index gsi1', keys: ['accounts'] }).filter((name) => name !== 'move-in-jobs'),
    ).toEqual(ofSessions);
  });

  it('of a school’s records is for all, one by one or together, in the indexes too', () => {
    for (const key of ['student#S1', 'employee#T1', 'terms', 'request#A1'])
      for (const action of reading) expect(who({ action, keys: [key] }), key).toEqual(all);
    expect(who({ action: 'Query', on: 'index gsi1', keys: ['class#4A'] })).toEqual(all);
    expect(who({ action: 'Query', on: 'index gsi2', keys: ['students#current'] })).toEqual(all);
    expect(who({ action: 'Query', on: 'trail index gsi2', keys: ['log#2026-03'] })).toEqual(all);
    for (const key of ['audit#student#S1', 'posted#S1'])
      expect(who({ action: 'GetItem', on: 'trail', keys: [key] })).toEqual(all);
  });

  it('is of what is named: nothing of another kind in the same request, no unknown kind, no request without a key', () => {
    const mixed = ['session#T1', 'account#T1', 'second-factor#T1'];
    expect(who({ action: 'BatchGetItem', keys: mixed })).toEqual(['accounts', 'auth']);
    for (const action of reading) {
      expect(who({ action, keys: ['no-such-kind#1'] })).toEqual([]);
      expect(who({ action })).toEqual([]);
    }
  });

  it('of cards is for the calls that anybody may make: public keys and lists whole, and of a copy what was signed', () => {
    const byCode = { action: 'Query', on: 'trail index gsi1', keys: ['card-code#K7QF2M9X4T'] };
    const signed = { attributes: ['gsi1pk', '__edb_e__', 'signed'], select: 'SPECIFIC_ATTRIBUTES' };
    expect(who({ ...byCode, ...signed })).toEqual([ofStrangers]);
    expect(who({ ...byCode, ...signed, attributes: ['gsi1pk', 'content'] })).toEqual([]);
    expect(who({ ...byCode, ...signed, select: 'ALL_ATTRIBUTES' })).toEqual([]);
    expect(who(byCode)).toEqual([]);
    const allowed = policies.get(ofStrangers)?.flatMap(({ sid, actions }) => actions.map((one) => `${sid} ${one}`));
    expect(allowed).toEqual([
      ...['ReadOwnRows dynamodb:GetItem', 'ReadOwnRows dynamodb:Query', 'LookUp dynamodb:Query'],
    ]);
    // Undoing a posting signs the lists of replaced and withdrawn cards; documents are signed when they are issued.
    const signing = ['term-reports', 'term-reports-jobs', 'transcripts', 'undo'];
    // They sign what the files of cards are, with the key that there is.
    const printing = [
      'families-documents',
      'student-register-documents',
      'term-reports-documents',
      'transcripts-documents',
    ];
    expect(who({ action: 'Query', keys: ['card-keys'] }).sort()).toEqual([...signing, ...printing, ofStrangers].sort());
    expect(who({ action: 'Query', keys: ['card-status-lists'] }).sort()).toEqual([...signing, ofStrangers].sort());
    expect(who({ action: 'Query', on: 'trail', keys: ['card-places#2025#1'] }).sort()).toEqual(signing);
    expect(who({ action: 'GetItem', on: 'keys', keys: ['card-key#1'] }).sort()).toEqual(
      [...signing, ...printing].sort(),
    );
    expect(who({ action: 'PutItem', on: 'keys', keys: ['card-key#1'] })).toEqual(signing);
    expect(who({ action: 'PutItem', keys: ['card-keys'] })).toEqual(signing);
    expect(who({ action: 'PutItem', keys: ['card-status-lists'] }).sort()).toEqual(signing);
  });

  it('of everything is allowed to the worker alone that writes the school into a file; the one that erases students searches by named attributes, none of them a secret', () => {
    for (const on of ['table', 'trail']) {
      expect(who({ ...search, on }).sort()).toEqual(['student-register-jobs', 'terms-jobs']);
      expect(who({ ...search, on, attributes: ['pk', 'codes'] })).toEqual(['terms-jobs']);
      expect(who({ ...search, on, select: 'ALL_ATTRIBUTES' })).toEqual(['terms-jobs']);
      expect(who({ action: 'Scan', on })).toEqual(['terms-jobs']);
    }
    expect(who({ ...search, on: 'index gsi1' })).toEqual([]);
    expect(who({ action: 'Scan', on: 'keys' })).toEqual([]);
  });

  it('by statement is of the partitions that calls gather, and never of all', () => {
    const statement = (on: string, ...keys: string[]) => ({ action: 'PartiQLSelect', on, keys, isFullScan: false });
    expect(who(statement('table', 'attendance#S1#2026-1', 'attendance#S2#2026-1'))).toEqual([
      'attendance',
      'attendance-documents',
      'attendance-jobs',
      'district',
      'families',
      'families-jobs',
      'sign-off',
      'student-register',
      'truth-check',
    ]);
    const ofClasses = [
      'lessons',
      'move-in-documents',
      'oneroster-jobs',
      'oneroster-rest-documents',
      'people',
      'sign-off',
      'sign-off-documents',
      'term-reports',
      'term-reports-documents',
    ];
    const ofSummaries = ['term-reports', 'term-reports-documents', 'terms', 'terms-documents'];
    expect(who(statement('index gsi3', 'entered#2026#1#MATH#4A'))).toEqual(['district', 'mark-sheet', ...ofSummaries]);
    expect(who(statement('index gsi3', 'taking#MATH#4A', 'entered#2026#1#MATH#4A'))).toEqual([
      'mark-sheet',
      'term-reports',
      'term-reports-documents',
    ]);
    expect(who(statement('index gsi3', 'taking#MATH#4A'))).toEqual(['mark-sheet', ...ofClasses].toSorted());
    expect(who(statement('index gsi2', 'class#2026#1#4A'))).toEqual([]);
    expect(who(statement('index gsi1', 'employees', 'taught#2026#4A', 'posts#2026#4A'))).toEqual(ofClasses);
    for (const key of ['second-factor#T1', 'attempts#account#mona', 'account#T1', 'student#S1'])
      expect(who(statement('table', key)), key).toEqual([]);
    expect(who(statement('index gsi1', 'sign-ins-closed'))).toEqual([]);
    for (const on of ['table', 'index gsi1', 'index gsi3'])
      expect(who({ action: 'PartiQLSelect', on, isFullScan: true })).toEqual([]);
  });

  it('is refused to a save that would read a second factor beside its own records', () => {
    const rows = policies.get('mark-sheet') ?? [];
    const part = (...keys: string[]) => ({ action: 'BatchGetItem', on: 'table', keys, attributes: [] });
    expect(judgeRequest(rows, [part('session#T1', 'account#T1', 'student#S1')]).refused).toEqual([]);
    expect(judgeRequest(rows, [part('session#T1', 'account#T1', 'second-factor#T1')]).refused).toHaveLength(1);
  });
});

describe('the lists of partitions', () => {
  it('have every partition of every record of the sources, so that somebody may read it', () => {
    const places = recordPlaces();
    expect(places.length).toBeGreaterThan(60);
    const unread = places.filter(({ on, key }) => who({ action: 'Query', on, keys: [key] }).length === 0);
    // The access log is read by its lists alone, and of a card by its code nothing but what was signed.
    expect(unread).toEqual([
      // Of files of copies, and below of documents and of copies.
      { on: 'trail index gsi1', key: 'card-code#x' },
      { on: 'trail', key: 'access#x' },
      { on: 'trail index gsi1', key: 'card-code#x' },
      { on: 'trail index gsi1', key: 'card-code#x' },
    ]);
  });

  it('name nothing that no record has', () => {
    // The term register is written without an entity; students' accounts and user names are some of everybody's.
    const ofStudents = ['account#student.S41', 'user-name#student:s41'];
    const keys = [...recordPlaces().map(({ key }) => key), 'term-register', ...ofStudents];
    const named = new Set(
      allEntries()
        .flatMap(({ calls, jobs }) => tableRights(calls, jobs))
        .filter(({ sid }) => sid === 'ReadRows' || sid === 'Partitions')
        .flatMap(({ conditions = {} }) => conditions['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []),
    );
    expect(named.size).toBeGreaterThan(50);
    const isUsed = (pattern: string) =>
      keys.some((key) => (pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern));
    expect([...named].filter((pattern) => !isUsed(pattern))).toEqual([]);
  });
});

describe('a role’s policy', () => {
  it('is within what IAM takes of a role’s inline policies, 10,240 characters, with room for another kind of records', () => {
    const both = [templates.api, templates.workflows].flatMap((template) =>
      resourcesOfType(template, 'AWS::IAM::Policy'),
    );
    for (const { Properties } of both) {
      // References become ARNs: a hundred characters at most.
      const written = JSON.stringify(Properties.PolicyDocument).replaceAll(
        /\{"(?:Fn::\w+|Ref)":[^}]*\}/g,
        'x'.repeat(100),
      );
      expect(written.length, Properties.PolicyName).toBeLessThan(9000);
    }
  });
});

/** A partition of each kind of record, in its table and in each of its indexes; keys that sign are apart. */
function recordPlaces(): { on: string; key: string }[] {
  const sources = globSync('functions/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  return sources.flatMap((source) =>
    [...source.matchAll(/= entity<\w+>\(\)\(\{(.*?)\n\}\);/gs)].flatMap(([, declaration = '']) => {
      const [, name = 'records'] = /^ {2}table: '(\w+)'/m.exec(declaration) ?? [];
      if (name === 'keys') return [];
      const table = name === 'trail' ? 'trail' : 'table';
      const place = (index?: string) => (index ? `${table === 'trail' ? 'trail ' : ''}index ${index}` : table);
      const templateOf = (text = '') =>
        text.startsWith("'") ? text.slice(1, -1) : (new RegExp(`const ${text} = '([^']+)'`).exec(source)?.[1] ?? '?');
      return [...declaration.matchAll(/(?:index: '(gsi\d)',\s*)?\bpk: ('[^']+'|\w+)/g)].map(([, index, template]) => ({
        on: place(index),
        key: templateOf(template).replaceAll(/\$\{[^}]+\}/g, 'x'),
      }));
    }),
  );
}
