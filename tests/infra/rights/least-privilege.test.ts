import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEntries, type BuildEntry, callEntries, jobEntries } from '../../../infra/build/entries.ts';
import { requiredPrivileges } from '../../../infra/rights/least-privilege.ts';
import { tableDefinition, trailDefinition } from '../../../infra/table/table-definition.ts';
import { demoTemplates, resourcesOfType, type Template } from '../stacks/templates.ts';

interface Statement {
  Sid?: string;
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, unknown>;
}

let api: Template;
let workflows: Template;
beforeAll(() => {
  ({ api, workflows } = demoTemplates());
});

/** Its own worker: no call and no other job has its rights (ADR 0060). */
const erasing = 'student-register-jobs';

describe('the role of a function', () => {
  it('is for Lambda alone, and shared only by functions of a stack that have the same rights to the letter', () => {
    for (const template of [api, workflows]) {
      const functions = resourcesOfType(template, 'AWS::Lambda::Function');
      const used = new Set(functions.map(({ Properties }) => Properties.Role['Fn::GetAtt'][0] as string));
      const ofFunctions = Object.entries(template.Resources).filter(
        ([, { Type, Properties }]) =>
          Type === 'AWS::IAM::Role' &&
          JSON.stringify(Properties.AssumeRolePolicyDocument).includes('lambda.amazonaws.com'),
      );
      expect(ofFunctions.map(([id]) => id).toSorted()).toEqual([...used].toSorted());
      for (const [, { Properties }] of ofFunctions) {
        expect(Properties.ManagedPolicyArns).toBeUndefined();
        expect(Properties.AssumeRolePolicyDocument.Statement).toEqual([
          { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' } },
        ]);
      }
    }
    // What the contracts say that each needs, in place of what its role holds.
    const needs = new Map<string, Set<string>>();
    for (const entry of allEntries()) {
      const role = `${entry.kind === 'jobs'} ${roleOf(entry)}`;
      needs.set(role, new Set([...(needs.get(role) ?? []), JSON.stringify(requiredPrivileges(entry))]));
    }
    expect(needs.size).toBeLessThan(allEntries().length);
    for (const [role, distinct] of needs) expect(distinct.size, role).toBe(1);
  });

  it('names every action and every resource: the one wildcard is the names of files in a folder', () => {
    for (const entry of allEntries()) {
      for (const statement of statementsOf(entry)) {
        for (const action of [statement.Action].flat()) expect(action).toMatch(/^[a-z0-9-]+:[A-Za-z]+$/);
        const resources = JSON.stringify(statement.Resource);
        if (
          !/^(attendance archive|spreadsheets|report cards|posted cards|roster files|school files|student records|files of .*)$/.test(
            kindOf(statement.Resource),
          )
        )
          expect(resources).not.toContain('*');
      }
    }
  });

  it('reaches the tables, the indexes, the user pool, its domain’s jobs, the made documents, the pictures, the sender of letters and its own log, and nothing else', () => {
    const reached = new Set(
      allEntries()
        .flatMap(statementsOf)
        .flatMap(({ Resource }) => [Resource].flat().map(kindOf)),
    );
    expect([...reached].toSorted()).toEqual(
      [
        'attendance archive',
        'bucket of documents',
        'bucket of files',
        'log group',
        'files of absence-notes',
        'files of crests',
        'files of pictures',
        'files of registration-files',
        'files of registration-forms',
        'files of replaced-files',
        'files of student-files',
        'files of uploads',
        'posted cards',
        'report cards',
        'roster files',
        'school files',
        'sender of letters',
        'set of letters',
        'spreadsheets',
        'state machine',
        'student records',
        'table',
        'table of keys',
        'trail',
        ...tableDefinition.indexes.map(({ name }) => `index ${name}`),
        ...trailDefinition.indexes.map(({ name }) => `trail index ${name}`),
        'user pool',
      ].toSorted(),
    );
  });

  it('that makes spreadsheets may only put them, and one that hands them out may only get them', () => {
    const onFiles = allEntries().flatMap((entry) =>
      allowed(entry)
        .filter(({ Sid }) => Sid === 'Spreadsheets')
        .map(({ Action }) => [entry.name, Action]),
    );
    expect(onFiles).toEqual(
      [
        ['mark-book-documents', 's3:GetObject'],
        ['mark-book-streams', 's3:PutObject'],
      ].toSorted(),
    );
  });

  it('may list the bucket of what it reads: without it S3 says 403, and not 404, of a file that is missing', () => {
    const reading = { documents: new Set<string>(), files: new Set<string>() };
    const listing = { documents: new Set<string>(), files: new Set<string>() };
    for (const entry of allEntries()) {
      for (const { Action, Resource } of statementsOf(entry)) {
        for (const part of ['documents', 'files'] as const) {
          if (!JSON.stringify(Resource).includes(`:s3:::formroom-demo-${part}-`)) continue;
          if ([Action].flat().includes('s3:GetObject')) reading[part].add(entry.name);
          if ([Action].flat().includes('s3:ListBucket')) listing[part].add(entry.name);
        }
      }
    }
    expect(reading.files.size).toBeGreaterThan(0);
    expect(listing).toEqual(reading);
  });

  it('reaches the uploads that its calls need, and no other function reaches any', () => {
    const onFiles = allEntries().flatMap((entry) =>
      statementsOf(entry)
        .filter(({ Resource }) => kindOf(Resource).startsWith('files of '))
        .map(({ Action, Resource }) => [entry.name, kindOf(Resource), [Action].flat().toSorted().join(' ')]),
    );
    expect(onFiles).toEqual([
      ['students-documents', 'files of pictures', 's3:GetObject'],
      ['student-register-documents', 'files of pictures', 's3:GetObject'],
      ['student-register-documents', 'files of student-files', 's3:GetObject'],
      ['student-register-documents', 'files of absence-notes', 's3:GetObject'],
      ['student-register-documents', 'files of registration-files', 's3:GetObject'],
      ['student-files', 'files of pictures', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['student-files', 'files of student-files', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['student-files', 'files of uploads', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['student-files', 'files of replaced-files', 's3:GetObject s3:PutObject'],
      ['student-files-documents', 'files of pictures', 's3:GetObject'],
      ['student-files-documents', 'files of student-files', 's3:GetObject'],
      ['student-files-documents', 'files of registration-forms', 's3:GetObject s3:PutObject'],
      ['term-reports-documents', 'files of crests', 's3:GetObject s3:PutObject'],
      ['undo', 'files of pictures', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['undo', 'files of student-files', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['undo', 'files of replaced-files', 's3:GetObject s3:PutObject'],
      ['families', 'files of pictures', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['families', 'files of student-files', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['families', 'files of absence-notes', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['families', 'files of registration-files', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['families', 'files of uploads', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['families', 'files of replaced-files', 's3:GetObject s3:PutObject'],
      ['families-documents', 'files of crests', 's3:GetObject'],
      ['families-documents', 'files of registration-files', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['families-documents', 'files of uploads', 's3:DeleteObject s3:GetObject'],
      ['scan-stations', 'files of pictures', 's3:GetObject'],
      ['scan-stations-documents', 'files of pictures', 's3:GetObject'],
      // The whole school in a file.
      ['terms-jobs', 'files of crests', 's3:GetObject'],
      ['terms-jobs', 'files of pictures', 's3:GetObject'],
      ['terms-jobs', 'files of student-files', 's3:GetObject'],
      ['terms-jobs', 'files of absence-notes', 's3:GetObject'],
      ['terms-jobs', 'files of registration-files', 's3:GetObject'],
      ['terms-jobs', 'files of replaced-files', 's3:GetObject'],
      ['term-reports-jobs', 'files of crests', 's3:GetObject'],
      ['student-register-jobs', 'files of pictures', 's3:DeleteObject'],
      ['student-register-jobs', 'files of student-files', 's3:DeleteObject'],
      ['student-register-jobs', 'files of absence-notes', 's3:DeleteObject'],
      ['student-register-jobs', 'files of registration-files', 's3:DeleteObject'],
      ['families-jobs', 'files of pictures', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['families-jobs', 'files of student-files', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['families-jobs', 'files of registration-files', 's3:DeleteObject s3:GetObject s3:PutObject'],
      ['families-jobs', 'files of replaced-files', 's3:GetObject s3:PutObject'],
    ]);
  });

  it('reads the archive of attendance where lists show it, and the worker alone writes it; an erasure may only delete there', () => {
    const onArchive = allEntries().flatMap((entry) =>
      allowed(entry)
        .filter(({ Sid }) => Sid === 'AttendanceArchive')
        .map(({ Action }) => [entry.name, [Action].flat().toSorted().join(' ')]),
    );
    expect(onArchive).toEqual([
      ['attendance', 's3:GetObject'],
      ['attendance-documents', 's3:GetObject'],
      ['terms-jobs', 's3:GetObject'],
      ['student-register-jobs', 's3:DeleteObject'],
      ['attendance-jobs', 's3:DeleteObject s3:GetObject s3:PutObject'],
    ]);
  });

  it('may ask Cognito what its calls use: who signs in proves and chooses a password, the office makes users', () => {
    const asked = allEntries().flatMap((entry) => {
      const actions = allowed(entry).flatMap(({ Action }) => Action);
      const ofUsers = actions.filter((action) => /:Admin(?!.*MFA|Respond)/.test(action));
      return ofUsers.length > 0
        ? [
            [
              entry.name,
              ofUsers
                .map((action) => action.slice(12))
                .toSorted()
                .join(' '),
            ],
          ]
        : [];
    });
    expect(Object.fromEntries(asked)).toEqual({
      auth: 'AdminInitiateAuth AdminListGroupsForUser AdminSetUserPassword',
      'student-entrance': 'AdminInitiateAuth AdminListGroupsForUser AdminSetUserPassword',
      accounts:
        'AdminAddUserToGroup AdminCreateUser AdminDisableUser AdminEnableUser AdminRemoveUserFromGroup AdminSetUserPassword',
      // The students' own: IAM cannot tell their users from the staff's. A reset makes the account of a student who has
      // none.
      'student-register':
        'AdminAddUserToGroup AdminCreateUser AdminDisableUser AdminEnableUser AdminRemoveUserFromGroup AdminSetUserPassword',
      'student-register-jobs': 'AdminDeleteUser',
      'families-documents': 'AdminSetUserPassword',
      'families-jobs':
        'AdminAddUserToGroup AdminCreateUser AdminDeleteUser AdminDisableUser AdminEnableUser AdminRemoveUserFromGroup AdminSetUserPassword',
      // Of teachers whom a file archives, or an undo brings back.
      'move-in-jobs': 'AdminAddUserToGroup AdminDisableUser AdminEnableUser AdminRemoveUserFromGroup',
    });
  });

  it('may answer for a second factor, or end one, where people do that with their own, and may end one where the office resets it', () => {
    const having = (action: string) =>
      callEntries()
        .filter((entry) => allowed(entry).some(({ Action }) => [Action].flat().includes(`cognito-idp:${action}`)))
        .map(({ name }) => name);
    expect(having('AdminRespondToAuthChallenge')).toEqual(['auth']);
    expect(having('AdminSetUserMFAPreference').toSorted()).toEqual(['accounts', 'auth']);
  });

  it('may start its own domain’s jobs where its calls say so, and no other’s; the one that undoes, those that undo', () => {
    const starting = callEntries().filter(({ calls }) => calls.some(({ needs }) => needs.jobs !== undefined));
    expect(starting.length).toBeGreaterThan(1);
    for (const entry of allEntries()) {
      const statements = allowed(entry).filter(({ Action }) => JSON.stringify(Action).includes('states:'));
      expect(statements.map(({ Action }) => Action)).toEqual(
        starting.some(({ name }) => name === entry.name) ? ['states:StartExecution'] : [],
      );
      const started = entry.name === 'undo' ? ['attendance', 'lessons', 'student-spreadsheets'] : [entry.domain];
      for (const { Resource } of statements) {
        const machines = JSON.stringify(Resource).match(/(?<=:stateMachine:formroom-demo-)[a-z-]+(?=-jobs")/g);
        expect(machines).toEqual(started);
      }
    }
  });

  it('of a worker may read and write rows and put the documents that its jobs make, and asks nobody else for anything', () => {
    for (const entry of jobEntries()) {
      const reached: Record<string, string[]> = {
        'attendance-jobs': ['Partitions', 'FindFiles', 'AttendanceArchive'],
        'terms-jobs': [
          ...['NamedKeys', 'FindFiles', 'PostedCards', 'AttendanceArchive', 'SchoolFiles', 'Crests', 'Pictures'],
          ...['StudentFiles', 'AbsenceNotes', 'RegistrationFiles', 'ReplacedFiles'],
        ],
        'oneroster-jobs': ['Partitions', 'FindFiles', 'RosterFiles'],
        'move-in-jobs': ['Identity'],
        'term-reports-jobs': ['MakeOwnKeys', 'FindFiles', 'ReportCards', 'Crests'],
        'student-register-jobs': [
          ...['EraseStudents', 'Identity', 'ReportCards', 'PostedCards'],
          ...['AttendanceArchive', 'Pictures', 'StudentFiles', 'AbsenceNotes', 'RegistrationFiles'],
        ],
        'families-jobs': [
          ...['Partitions', 'NamedKeys', 'Identity', 'SendMail'],
          ...['FindFiles', 'Pictures', 'StudentFiles', 'RegistrationFiles', 'ReplacedFiles'],
        ],
      };
      const searches = { [erasing]: ['SearchStudents'], 'terms-jobs': ['ReadEverything'] }[entry.name] ?? [];
      const sids = allowed(entry).map(({ Sid }) => Sid);
      expect(sids).toEqual([
        ...[undefined, 'ReadRows', ...searches, 'WriteRows', 'AddToTrail'],
        ...(reached[entry.name] ?? []),
      ]);
    }
  });

  it('of one worker may send e-mails, from the school’s address alone', () => {
    const sending = allEntries().flatMap((entry) =>
      allowed(entry)
        .filter(({ Action }) => JSON.stringify(Action).includes('ses:'))
        .map(({ Action, Condition }) => [entry.name, Action, Condition]),
    );
    const condition = { StringEquals: { 'ses:FromAddress': 'letters@northgate.example' } };
    expect(sending).toEqual([['families-jobs', 'ses:SendEmail', condition]]);
  });

  it('of the worker that erases students may delete files, and not read or write one', () => {
    const worker = allEntries().find(({ name }) => name === erasing);
    const files = worker ? allowed(worker).filter(({ Resource }) => JSON.stringify(Resource).includes(':s3:::')) : [];
    expect(files.map(({ Action }) => Action)).toEqual(Array(7).fill('s3:DeleteObject'));
  });
});

describe('what the policies take for granted', () => {
  it('holds in the functions: they send Cognito no command that no role allows', () => {
    const granted = new Set(allEntries().flatMap((entry) => requiredPrivileges(entry).identity));
    const sent = globSync('functions/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(Admin[A-Za-z]+)Command\b/g)].map(
        ([, command]) => `cognito-idp:${command}`,
      ),
    );
    expect(sent.length).toBeGreaterThan(0);
    for (const command of sent) expect(granted).toContain(command);
  });
});

/** The template that has an entry's function. */
const templateOf = ({ kind }: BuildEntry): Template => (kind === 'jobs' ? workflows : api);

/** Logical id of an entry's role. */
function roleOf(entry: BuildEntry): string {
  const functions = resourcesOfType(templateOf(entry), 'AWS::Lambda::Function');
  const handler = functions.find(({ Properties }) => Properties.FunctionName === `formroom-demo-${entry.name}`);
  return handler?.Properties.Role['Fn::GetAtt'][0];
}

/** The statements of the policy of an entry's role. */
function statementsOf(entry: BuildEntry): Statement[] {
  const role = roleOf(entry);
  const policies = resourcesOfType(templateOf(entry), 'AWS::IAM::Policy').filter(
    ({ Properties }) => Properties.Roles[0].Ref === role,
  );
  expect(policies).toHaveLength(1);
  return policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}

const allowed = (entry: BuildEntry): Statement[] => statementsOf(entry).filter(({ Effect }) => Effect === 'Allow');

function kindOf(resource: unknown): string {
  if (Array.isArray(resource)) return resource.map(kindOf).join(', ');
  const text = JSON.stringify(resource);
  const [, trail, index] = text.match(/:table\/formroom-demo(-trail)?\/index\/([a-z0-9]+)/) ?? [];
  if (index) return `${trail ? 'trail ' : ''}index ${index}`;
  if (text.includes(':table/formroom-demo"')) return 'table';
  if (text.includes(':table/formroom-demo-trail"')) return 'trail';
  if (/"Keys[A-Za-z0-9]+","Arn"|:table\/formroom-demo-keys"/.test(text)) return 'table of keys';
  const made = text.match(/:s3:::formroom-demo-documents-111122223333-us-east-1\/([a-z-]+)\/\*"/)?.[1];
  if (made) return made.replaceAll('-', ' ');
  const files = text.match(/:s3:::formroom-demo-files-111122223333-us-east-1\/([a-z-]+)\/\*"/)?.[1];
  if (files) return `files of ${files}`;
  const bucket = text.match(/:s3:::formroom-demo-(documents|files)-111122223333-us-east-1"/)?.[1];
  if (bucket) return `bucket of ${bucket}`;
  if (text.includes(':ses:us-east-1:111122223333:identity/northgate.example"')) return 'sender of letters';
  if (text.includes(':ses:us-east-1:111122223333:configuration-set/formroom-demo"')) return 'set of letters';
  if (text.includes('StaffPool')) return 'user pool';
  if (text.includes(':stateMachine:')) return 'state machine';
  return /"[A-Za-z]*Log[0-9A-F]+","Arn"/.test(text) ? 'log group' : text;
}
