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

const who = (part: AskedPart): string[] => allowedFunctions(policies, part);

/**
 * Every function that writes; of those that make documents, the ones that keep in the trail who was given them, or take
 * a file of scans.
 */
const writing = [
  'accounts',
  'auth',
  'lessons',
  'lessons-jobs',
  'student-subjects',
  'student-subjects-jobs',
  'student-register',
  'student-register-documents',
  'student-register-jobs',
  'student-spreadsheets',
  'student-spreadsheets-jobs',
  'student-files',
  'term-reports',
  'term-reports-documents',
  'term-reports-jobs',
  'mark-sheet',
  'mark-book',
  'weekly-tests',
  'undo',
  'terms',
  'terms-documents',
  'terms-jobs',
  'attendance',
  'attendance-documents',
  'attendance-jobs',
  'district',
  'families',
  'families-documents',
  'families-jobs',
  'move-in',
  'move-in-documents',
  'move-in-jobs',
  'oneroster-documents',
  'oneroster-jobs',
  'scan-stations',
  'sign-off',
  'student-entrance',
  'transcripts',
  'transcripts-documents',
  'truth-check',
];
/** The staff's and the students'. */
const signIn = ['auth', 'student-entrance'];
/** What a session has besides what each call writes of it. */
const limits = ['openedAt', 'idleLimit', 'absoluteUntil', 'expires'];
const use = ['pk', 'sk', '__edb_e__', 'accountId', 'hash', 'lastUsedAt'];

describe('the policies of the functions', () => {
  it('say of the tables what the tests hold every request to', () => {
    for (const { name, calls, jobs } of allEntries()) {
      // CDK writes the resources of a statement in an order of its own.
      const plain = tableRights(calls, jobs).map((right) => ({
        ...right,
        actions: [...right.actions],
        on: right.on.toSorted(),
      }));
      const synthesized = policies.get(name)?.map((statement) => ({ ...statement, on: statement.on.toSorted() }));
      expect(synthesized, name).toEqual(plain);
    }
  });

  it('let sign-in open sessions, and the office end them; nobody else makes or ends one', () => {
    const keys = ['session#T1'];
    expect(who({ action: 'PutItem', keys, attributes: [...use, ...limits] }).toSorted()).toEqual([
      'accounts',
      ...signIn,
    ]);
    for (const limit of limits) {
      const attributes = [...use, limit];
      expect(who({ action: 'UpdateItem', keys, attributes }).toSorted()).toEqual(['accounts', ...signIn]);
    }
    expect(who({ action: 'DeleteItem', keys }).toSorted()).toEqual(['accounts', ...signIn]);
  });

  it('let every call with a session note that it was used, in no other partition and of nobody besides', () => {
    const used = who({ action: 'UpdateItem', keys: ['session#T1'], attributes: use });
    // Whether a card is true anybody may ask, and programs have tokens: of options, which the core alone does not know.
    const withoutSession = allEntries().filter(
      ({ kind, domain }) => kind === 'jobs' || ['verification', 'oneroster-rest'].includes(String(domain)),
    );
    expect(used).toEqual(
      allEntries()
        .map(({ name }) => name)
        .filter((name) => !withoutSession.some((entry) => entry.name === name)),
    );
    const elsewhere = who({ action: 'UpdateItem', keys: ['session#T1', 'account#T1'], attributes: use });
    expect(elsewhere.toSorted()).toEqual(['accounts', 'auth']);
  });

  it('let sign-in and the office of the staff write accounts, and that office alone user names, with the job that brings teachers in', () => {
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem']) {
      expect(who({ action, keys: ['account#T1'] }).toSorted(), action).toEqual(['accounts', 'auth', 'move-in-jobs']);
      expect(who({ action, keys: ['user-name#mona'] }).toSorted(), action).toEqual(['accounts', 'move-in-jobs']);
      expect(who({ action, keys: ['teacher-number#12'] }).toSorted(), action).toEqual(['accounts', 'move-in-jobs']);
      // Of students, those that make, reset and erase their accounts too.
      const ofStudents = [
        ...[
          'families-documents',
          'families-jobs',
          'move-in-jobs',
          'student-entrance',
          'student-register',
          'student-register-jobs',
        ],
      ];
      expect(who({ action, keys: ['user-name#student:41'] }).toSorted(), action).toEqual(['accounts', ...ofStudents]);
      expect(who({ action, keys: ['account#student.S41'] }).toSorted(), action).toEqual([
        'accounts',
        'auth',
        ...ofStudents,
      ]);
      expect(who({ action, keys: ['second-factor#T1'] }).toSorted(), action).toEqual(['accounts', 'auth']);
      for (const step of ['attempts#account#mona', 'challenge#h', 'devices#mona', 'second-factor-step#h'])
        expect(who({ action, keys: [step] }), `${action} ${step}`).toEqual(signIn);
    }
  });

  it('let those write a school’s records that have something to write, and the trail with them', () => {
    for (const key of ['student#S1', 'employee#T1'])
      expect(who({ action: 'PutItem', keys: [key] }).toSorted()).toEqual(writing.toSorted());
    for (const key of ['audit#student#S1', 'posted#S1'])
      expect(who({ action: 'PutItem', on: 'trail', keys: [key] }).toSorted()).toEqual(writing.toSorted());
    expect(who({ action: 'PutItem', keys: ['no-such-kind#1'] })).toEqual([]);
    expect(who({ action: 'PutItem', keys: ['signing-key#csrf'] })).toEqual([]);
  });

  it('let every function that people call, but the one for strangers, write events of access', () => {
    const allowed = who({ action: 'PutItem', on: 'trail', keys: ['access#2026-03'] });
    const others = allEntries().filter(({ name }) => !allowed.includes(name));
    expect(others.map(({ name }) => name)).toEqual(['verification', 'oneroster-rest-documents']);
  });

  it('let the one that other systems call write its own records alone, and that something was read', () => {
    const ofPrograms = 'oneroster-rest-documents';
    const may = (part: AskedPart) => who(part).includes(ofPrograms);
    for (const key of ['roster-keys', 'roster-tokens#KEY1', 'roster-readings#KEY1']) {
      expect(who({ action: 'UpdateItem', keys: [key] }).toSorted(), key).toEqual(['oneroster-documents', ofPrograms]);
      expect(who({ action: 'GetItem', keys: [key] }).toSorted(), key).toEqual(['oneroster-documents', ofPrograms]);
      expect(may({ action: 'DeleteItem', keys: [key] }), key).toBe(false);
    }
    expect(may({ action: 'PutItem', on: 'trail', keys: ['audit#roster-key#KEY1'] })).toBe(true);
    for (const key of ['audit#student#S1', 'audit#account#A1', 'access#2026-03', 'posted#S1'])
      expect(may({ action: 'PutItem', on: 'trail', keys: [key] }), key).toBe(false);
    for (const key of ['student#S1', 'employee#T1', 'account#A1', 'session#A1', 'sourced-ids'])
      for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'])
        expect(may({ action, keys: [key] }), key).toBe(false);
    for (const key of ['account#A1', 'session#A1', 'second-factor#A1', 'access#2026-03'])
      expect(may({ action: 'Query', keys: [key] }), key).toBe(false);
  });

  it('let nobody change or delete what is written once, but for the worker that erases a student', () => {
    for (const key of ['audit#student#S1', 'audit#account#T1', 'access#2026-03', 'posted#S1'])
      for (const action of ['UpdateItem', 'BatchWriteItem', 'ConditionCheckItem', 'PartiQLUpdate', 'PartiQLDelete'])
        expect(who({ action, on: 'trail', keys: [key] }), key).toEqual([]);
    const deleting = (key: string) => who({ action: 'DeleteItem', on: 'trail', keys: [key] });
    expect(deleting('audit#student#S1')).toEqual(['student-register-jobs']);
    expect(deleting('posted#S1')).toEqual(['student-register-jobs']);
    expect(deleting('audit#account#T1')).toEqual([]);
    expect(deleting('access#2026-03')).toEqual([]);
  });

  it('rest on nothing that DynamoDB does not document: no denial looks at keys, and a save is allowed whichever keys its parts are shown', () => {
    for (const statements of policies.values()) {
      const denials = statements.filter(({ effect }) => effect === 'Deny');
      expect(JSON.stringify(denials)).not.toContain('LeadingKeys');
      expect(denials.every(({ sid }) => sid === 'NoScans')).toBe(true);
    }
    const part = (action: string, on: string, key: string) => ({ action, on, keys: [key], attributes: [] });
    const save = [
      part('ConditionCheckItem', 'table', 'term-register'),
      part('UpdateItem', 'table', 'student#S1'),
      part('PutItem', 'trail', 'audit#student#S1#2026#1#MATH'),
    ];
    const everyKey = save.flatMap(({ keys }) => keys);
    for (const shown of [save, save.map((one) => ({ ...one, keys: everyKey }))])
      for (const one of shown)
        expect(judgeRequest(policies.get('mark-sheet') ?? [], [one]).refused, JSON.stringify(one)).toEqual([]);
  });

  it('let sign-in make signing keys and read all of them; who changes something reads the one of CSRF tokens', () => {
    expect(who({ action: 'PutItem', on: 'keys', keys: ['signing-key#csrf'] })).toEqual(signIn);
    expect(who({ action: 'GetItem', on: 'keys', keys: ['signing-key#device'] })).toEqual(signIn);
    const links = ['signing-key#report links'];
    for (const action of ['GetItem', 'PutItem'])
      expect(who({ action, on: 'keys', keys: links }).toSorted()).toEqual([
        'auth',
        'families',
        'families-documents',
        'families-jobs',
        'student-entrance',
      ]);
    for (const action of ['GetItem', 'PutItem'])
      expect(who({ action, on: 'keys', keys: ['signing-key#outbox'] }).toSorted()).toEqual([
        'auth',
        'families',
        'student-entrance',
      ]);
    const checking = who({ action: 'GetItem', on: 'keys', keys: ['signing-key#csrf'] });
    expect(checking).toEqual(expect.arrayContaining(['auth', 'mark-sheet', 'terms', 'lessons']));
    expect(checking.filter((name) => name.endsWith('-jobs') || name === 'reports')).toEqual([]);
    for (const action of ['Query', 'Scan', 'UpdateItem', 'DeleteItem', 'BatchGetItem'])
      expect(who({ action, on: 'keys', keys: ['signing-key#csrf'] }), action).toEqual([]);
  });
});

describe('the table of signing keys', () => {
  it('is protected and kept, has no recovery, and the exports do not reach it', () => {
    const [table, ...others] = resourcesOfType(templates.data, 'AWS::DynamoDB::GlobalTable').filter(
      ({ Properties }) => Properties.TableName === 'formroom-demo-keys',
    );
    expect(others).toEqual([]);
    expect(table).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: { Replicas: [{ DeletionProtectionEnabled: true }] },
    });
    expect(table?.Properties.Replicas[0].PointInTimeRecoverySpecification).toBeUndefined();
    expect(JSON.stringify(templates.operations)).not.toContain('-keys');
    // The workers that sign cards and files of the school reach it, and the one that sends links, and nothing else of
    // the workflows.
    const reaching = JSON.stringify(templates.workflows).split('formroom-demo-keys').length - 1;
    const workers = resourcesOfType(templates.workflows, 'AWS::Lambda::Function').filter(({ Properties }) =>
      JSON.stringify(Properties).includes('formroom-demo-keys'),
    );
    expect(workers.map(({ Properties }) => Properties.FunctionName).toSorted()).toEqual([
      'formroom-demo-families-jobs',
      'formroom-demo-term-reports-jobs',
      'formroom-demo-terms-jobs',
    ]);
    // In the environment and in the role of each.
    expect(reaching).toBe(6);
  });
});
