import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { handler as nightly } from '#functions/options/oneroster/jobs/lambda.ts';
import { forgetOwnCopies, takeSnapshots } from '#functions/options/oneroster/snapshots/keep-snapshots.ts';
import { school as file } from '#functions/school/records/school.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { onerosterContract } from '#shared/options/oneroster/contract.ts';
import { nightlyRosterFile } from '#shared/options/oneroster/jobs.ts';
import { callsOfSchool, deployedCallsOfSchool } from '#shared/product.ts';
import { startGateway } from '../../../../local/gateway.ts';
import { loadFromSources } from '../../../../local/load-functions.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../../support/callers/callers.ts';
import type { TestClient } from '../../../support/callers/client.ts';
import { deleteSnapshots } from '../../../support/options/oneroster/snapshots.ts';
import { changeRecordOfTest, executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { year } from '../../../support/school/small-school.ts';
import { recordTraffic } from '../../../support/school/table-traffic.ts';
import { hookBuckets } from '../../../support/step-by-step/table-requests.ts';
import { programOf, type RestAnswer, type RosterProgram, scope } from './rest-client.ts';

let school: Awaited<ReturnType<typeof startSchoolOfCallers>>;
let office: TestClient;
let program: RosterProgram;
beforeAll(async () => {
  school = await startSchoolOfCallers();
  office = await clientOfAccount(school.url, 'A1');
  const of = { year, term: 1 as const, subjectId: 'MATH', classId: '1A', formLevel: 1 };
  const at = '2025-10-20T12:00:00.000Z';
  await putRecords(SubjectRecordEntity, [
    { ...of, studentId: 'S01', exam: 61, examOutOf: 70, examAt: at, workSum: 18, workOutOf: 24, workAt: at },
    { ...of, studentId: 'S02', exam: 40, examOutOf: 50, examAt: at },
    { ...of, studentId: 'S03', exam: 'Abs', examAt: at },
  ]);
  for (const [studentId, dateOfBirth] of [
    ['S01', '2013-04-05'],
    ['S02', '2013-11-30'],
  ] as const)
    await executeActionOfTest(StudentEntity.update({ studentId }, { set: { dateOfBirth } }));
  await deleteSnapshots();
  program = await programOf(school.url, office, ['people', 'demographics', 'marks']);
});
afterAll(() => school.stop());

/**
 * Every GET of the REST bindings of rostering 1.2 and gradebook 1.2, with the property of its answer and the scopes of
 * which it needs one: written off the standard.
 */
const core = ['roster-core.readonly', 'roster.readonly'];
const roster = ['roster.readonly'];
const demographics = ['roster-demographics.readonly'];
const gradebookCore = ['gradebook-core.readonly', 'gradebook.readonly'];
const gradebook = ['gradebook.readonly'];
const standard: readonly [service: 'rostering' | 'gradebook', path: string, property: string, scopes: string[]][] = [
  ['rostering', 'academicSessions', 'academicSessions', core],
  ['rostering', 'academicSessions/{session}', 'academicSession', core],
  ['rostering', 'classes', 'classes', core],
  ['rostering', 'classes/{class}', 'class', core],
  ['rostering', 'classes/{class}/students', 'users', roster],
  ['rostering', 'classes/{class}/teachers', 'users', roster],
  ['rostering', 'courses', 'courses', core],
  ['rostering', 'courses/{course}', 'course', core],
  ['rostering', 'courses/{course}/classes', 'classes', roster],
  ['rostering', 'demographics', 'demographics', demographics],
  ['rostering', 'demographics/{student}', 'demographics', demographics],
  ['rostering', 'enrollments', 'enrollments', core],
  ['rostering', 'enrollments/{enrollment}', 'enrollment', core],
  ['rostering', 'gradingPeriods', 'academicSessions', core],
  ['rostering', 'orgs', 'orgs', core],
  ['rostering', 'orgs/{school}', 'org', core],
  ['rostering', 'schools', 'orgs', core],
  ['rostering', 'schools/{school}', 'org', core],
  ['rostering', 'schools/{school}/classes', 'classes', roster],
  ['rostering', 'schools/{school}/classes/{class}/enrollments', 'enrollments', roster],
  ['rostering', 'schools/{school}/classes/{class}/students', 'users', roster],
  ['rostering', 'schools/{school}/classes/{class}/teachers', 'users', roster],
  ['rostering', 'schools/{school}/courses', 'courses', roster],
  ['rostering', 'schools/{school}/enrollments', 'enrollments', roster],
  ['rostering', 'schools/{school}/students', 'users', roster],
  ['rostering', 'schools/{school}/teachers', 'users', roster],
  ['rostering', 'schools/{school}/terms', 'academicSessions', roster],
  ['rostering', 'students', 'users', core],
  ['rostering', 'students/{student}', 'user', core],
  ['rostering', 'students/{student}/classes', 'classes', roster],
  ['rostering', 'teachers', 'users', core],
  ['rostering', 'teachers/{teacher}', 'user', core],
  ['rostering', 'teachers/{teacher}/classes', 'classes', roster],
  ['rostering', 'terms', 'academicSessions', core],
  ['rostering', 'terms/{term}', 'academicSession', core],
  ['rostering', 'terms/{term}/classes', 'classes', roster],
  ['rostering', 'terms/{term}/gradingPeriods', 'academicSessions', roster],
  ['rostering', 'users', 'users', core],
  ['rostering', 'users/{student}', 'user', core],
  ['rostering', 'users/{student}/classes', 'classes', roster],
  ['gradebook', 'categories', 'categories', gradebookCore],
  ['gradebook', 'categories/{category}', 'category', gradebookCore],
  ['gradebook', 'classes/{class}/categories', 'categories', gradebook],
  ['gradebook', 'classes/{class}/lineItems', 'lineItems', gradebook],
  ['gradebook', 'classes/{class}/lineItems/{lineItem}/results', 'results', gradebook],
  ['gradebook', 'classes/{class}/results', 'results', gradebook],
  ['gradebook', 'classes/{class}/scoreScales', 'scoreScales', gradebook],
  ['gradebook', 'classes/{class}/students/{student}/results', 'results', gradebook],
  ['gradebook', 'lineItems', 'lineItems', gradebookCore],
  ['gradebook', 'lineItems/{lineItem}', 'lineItem', gradebookCore],
  ['gradebook', 'results', 'results', gradebookCore],
  ['gradebook', 'results/{result}', 'result', gradebookCore],
  ['gradebook', 'schools/{school}/scoreScales', 'scoreScales', gradebook],
  ['gradebook', 'scoreScales', 'scoreScales', gradebookCore],
];
/** Those of which the school has none: no scales of grades, no parts of a term. One of them is nobody's. */
const ofNobody = ['gradingPeriods/{nobody}', 'scoreScales/{nobody}'] as const;

const all = async (path: string, query: Record<string, string> = {}) => {
  const { status, body } = await program.read(path, { limit: '2000', ...query });
  if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return Object.values(body)[0] as Record<string, unknown>[] as never as Found[];
};
interface Found {
  sourcedId: string;
  status: string;
  dateLastModified: string;
  // biome-ignore lint/suspicious/noExplicitAny: objects of many kinds
  [field: string]: any;
}
const rostering = 'rostering/v1p2';
const gradebookPath = 'gradebook/v1p2';

/** An id of each kind: of Mathematics in 1A, and of the student S01. */
async function idsOfSchool(): Promise<Record<string, string>> {
  const [mathematics] = await all(`${rostering}/classes`, { filter: "title='Mathematics 1A'" });
  const [student] = await all(`${rostering}/students`, { filter: "identifier='S01'" });
  const inClass = `${gradebookPath}/classes/${mathematics?.sourcedId}`;
  const [result] = await all(`${inClass}/students/${student?.sourcedId}/results`);
  const first = async (path: string) => (await all(path))[0]?.sourcedId ?? '';
  return {
    class: mathematics?.sourcedId ?? '',
    student: student?.sourcedId ?? '',
    result: result?.sourcedId ?? '',
    lineItem: result?.lineItem.sourcedId ?? '',
    course: mathematics?.course.sourcedId ?? '',
    teacher: await first(`${rostering}/teachers`),
    session: await first(`${rostering}/academicSessions`),
    term: await first(`${rostering}/terms`),
    school: await first(`${rostering}/schools`),
    enrollment: await first(`${rostering}/enrollments`),
    category: await first(`${gradebookPath}/categories`),
    nobody: 'nobody',
  };
}
const fill = (path: string, ids: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '');
const minorOf = ({ status, body }: RestAnswer): [number, string] => {
  expect(body).toEqual({
    imsx_codeMajor: 'failure',
    imsx_severity: 'error',
    imsx_description: expect.any(String),
    imsx_CodeMinor: {
      imsx_codeMinorField: [
        { imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: expect.any(String) },
      ],
    },
  });
  return [status, body.imsx_CodeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue];
};

describe('every GET of rostering and gradebook 1.2', () => {
  it('is answered with the one property that the standard names', async () => {
    const ids = await idsOfSchool();
    expect(Object.entries(ids).filter(([, id]) => id === '')).toEqual([]);
    const withoutRecords: string[] = [];
    for (const [service, path, property] of standard) {
      const { status, body, headers } = await program.read(`${service}/v1p2/${fill(path, ids)}`);
      expect([status, Object.keys(body)], path).toEqual([200, [property]]);
      expect(headers.get('content-type')).toBe('application/json');
      const isOne = path.endsWith('}');
      expect(Array.isArray(body[property]), path).toBe(!isOne);
      expect(headers.get('x-total-count'), path).toBe(isOne ? null : String(body[property].length));
      if (!isOne && body[property].length === 0) withoutRecords.push(path);
    }
    expect(withoutRecords).toEqual([
      'gradingPeriods',
      'terms/{term}/gradingPeriods',
      'classes/{class}/scoreScales',
      'schools/{school}/scoreScales',
      'scoreScales',
    ]);
    for (const path of ofNobody) {
      const service = path.startsWith('score') ? gradebookPath : rostering;
      expect(minorOf(await program.read(`${service}/${fill(path, ids)}`)), path).toEqual([404, 'unknownobject']);
    }
  });

  it('needs one of the scopes that the standard names', async () => {
    const ids = await idsOfSchool();
    const every = [...new Set(standard.flatMap(([, , , scopes]) => scopes))];
    const own = program.token;
    onTestFinished(() => {
      program.token = own;
    });
    const tokens = new Map<string, string>();
    const { body } = await office.call(onerosterContract.addRosterKey, {
      name: 'Scopes',
      reads: ['people', 'demographics', 'marks'],
    });
    for (const one of every) {
      const client = { client_id: body.key.id, client_secret: body.secret };
      const answer = await program.askForToken({ grant_type: 'client_credentials', ...client, scope: scope(one) });
      expect(answer.body.scope).toBe(scope(one));
      tokens.set(one, answer.body.access_token);
    }
    for (const [service, path, , scopes] of standard)
      for (const [one, token] of tokens) {
        program.token = token;
        const answer = await program.read(`${service}/v1p2/${fill(path, ids)}`);
        if (scopes.includes(one)) expect(answer.status, `${path} with ${one}`).toBe(200);
        else expect(minorOf(answer), `${path} with ${one}`).toEqual([403, 'forbidden']);
      }
  }, 30_000);

  it('refuses ids of nobody, addresses of no call, and everything that would change something', async () => {
    const ids = await idsOfSchool();
    for (const [service, path] of standard) {
      const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      for (const place of places) {
        const answer = await program.read(`${service}/v1p2/${fill(path, { ...ids, [place]: 'nobody' })}`);
        expect(minorOf(answer), `${path} without ${place}`).toEqual([404, 'unknownobject']);
      }
      const post = await program.read(`${service}/v1p2/${fill(path, ids)}`, {}, 'POST');
      expect([post.status, post.headers.get('allow')], path).toEqual([405, 'GET']);
      for (const method of ['PUT', 'DELETE', 'PATCH'])
        expect((await program.read(`${service}/v1p2/${fill(path, ids)}`, {}, method)).status, path).toBe(404);
    }
    const noCalls = [
      '',
      'users',
      'rostering/v1p1/users',
      'rostering/v1p2',
      'rostering/v1p2/parents',
      'rostering/v1p2/results',
      'gradebook/v1p2/users',
      'resources/v1p2/resources',
      `rostering/v1p2/users/${ids.student}/results`,
      `rostering/v1p2/users/${ids.student}/classes/x`,
      'rostering/v1p2/users/%E0%A4%A',
      'rostering/v1p2/__proto__',
    ];
    for (const path of noCalls) expect(minorOf(await program.read(path)), path).toEqual([404, 'unknownobject']);
    // A student is no teacher, and a class of another kind no school.
    for (const path of [`teachers/${ids.student}`, `schools/${ids.class}`, `terms/${ids.class}`])
      expect(minorOf(await program.read(`${rostering}/${path}`)), path).toEqual([404, 'unknownobject']);
  }, 30_000);
});

describe('an answer', () => {
  it('has links that lead to the objects that they name', async () => {
    const seen = new Set<string>();
    const follow = async (value: unknown): Promise<void> => {
      if (typeof value !== 'object' || value === null) return;
      if (Array.isArray(value)) return void (await Promise.all(value.map(follow)));
      const { href, sourcedId, type } = value as Record<string, string>;
      if (href !== undefined && !seen.has(href)) {
        seen.add(href);
        const { status, body } = await program.send(href.slice(school.url.length), {
          headers: { Authorization: `Bearer ${program.token}` },
        });
        expect([href.startsWith(school.url), status, Object.keys(body), body[type ?? '']?.sourcedId], href).toEqual([
          true,
          200,
          [type],
          sourcedId,
        ]);
      }
      await Promise.all(Object.values(value).map(follow));
    };
    for (const path of ['academicSessions', 'orgs', 'courses', 'classes', 'enrollments', 'users'])
      await follow(await all(`${rostering}/${path}`));
    for (const path of ['lineItems', 'results']) await follow(await all(`${gradebookPath}/${path}`));
    expect(seen.size).toBeGreaterThan(40);
  }, 30_000);

  it('has the moment at which each object was first seen so, by which a program asks for changes alone', async () => {
    const everybody = await all(`${rostering}/users`);
    const began = everybody[0]?.dateLastModified ?? '';
    expect(began).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    expect(new Set(everybody.map(({ dateLastModified }) => dateLastModified))).toEqual(new Set([began]));
    const since = { filter: `dateLastModified>'${began}'` };
    expect(await all(`${rostering}/users`, since)).toEqual([]);

    const before = await Promise.all(['S04', 'S05'].map((studentId) => StudentEntity.get({ studentId })));
    onTestFinished(async () => {
      for (const student of before) if (student) await executeActionOfTest(StudentEntity.put(student));
      await takeSnapshots();
    });
    await changeRecordOfTest(StudentEntity, { studentId: 'S04' }, { lastName: 'Changed' });
    await changeRecordOfTest(StudentEntity, { studentId: 'S05' }, { status: 'archived' });
    // An answer may be five minutes old: these are not seen yet.
    expect(await all(`${rostering}/users`, since)).toEqual([]);
    await takeSnapshots();
    const changes = await all(`${rostering}/users`, { ...since, sort: 'dateLastModified', orderBy: 'desc' });
    expect(changes.map(({ username, familyName, status }) => [username, familyName, status])).toEqual([
      ['S04', 'Changed', 'active'],
      ['S05', 'Lastname S05', 'tobedeleted'],
    ]);
    expect(changes[0]?.dateLastModified.localeCompare(began)).toBe(1);
    const [gone] = changes.slice(1);
    expect(gone?.roles).toEqual([expect.objectContaining({ role: 'student' })]);
    const lost = await all(`${rostering}/enrollments`, since);
    expect([...new Set(lost.map((one) => `${one.user.sourcedId} ${one.status}`))]).toEqual([
      `${gone?.sourcedId} tobedeleted`,
    ]);
    // Lists have who is there, unless they are asked for the others; by its id one is found as what it is.
    const names = async (query: Record<string, string>) =>
      (await all(`${rostering}/students`, query)).map(({ username }) => username);
    expect(await names({})).not.toContain('S05');
    expect(await names({ filter: "status='tobedeleted'" })).toEqual(['S05']);
    expect(await names({ filter: "identifier='S04' AND status='active'" })).toEqual(['S04']);
    const { body } = await program.read(`${rostering}/students/${gone?.sourcedId}`);
    expect(body.user).toMatchObject({ status: 'tobedeleted', username: 'S05' });
    expect(await all(`${rostering}/students/${gone?.sourcedId}/classes`)).toEqual([]);
    const { class: mathematics } = await idsOfSchool();
    const inClass = await all(`${rostering}/classes/${mathematics}/students`);
    expect(inClass.map(({ username }) => username)).not.toContain('S05');
    // The others say what they said.
    const others = (await all(`${rostering}/users`)).filter(({ username }) => username !== 'S04');
    expect(new Set(others.map(({ dateLastModified }) => dateLastModified))).toEqual(new Set([began]));
  });

  it('is paged by limit and offset: following the links gives each record once', async () => {
    const everybody = (await all(`${rostering}/users`)).map(({ sourcedId }) => sourcedId);
    const found: string[] = [];
    let next: string | undefined = '/ims/oneroster/rostering/v1p2/users?limit=7&sort=familyName&orderBy=asc';
    while (next !== undefined) {
      const { body, headers } = await program.send(next, { headers: { Authorization: `Bearer ${program.token}` } });
      found.push(...body.users.map(({ sourcedId }: Found) => sourcedId));
      expect(headers.get('x-total-count')).toBe(String(everybody.length));
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.slice(school.url.length);
    }
    expect(found.toSorted()).toEqual(everybody.toSorted());
  });

  it('is filtered, sorted and cut to fields', async () => {
    const names = async (query: Record<string, string>) =>
      (await all(`${rostering}/teachers`, query)).map(({ username }) => username);
    expect(await names({ filter: "givenName='mona' OR familyName='ali'", sort: 'familyName' })).toEqual([
      'eric',
      'mona',
    ]);
    expect(await names({ sort: 'familyName', orderBy: 'desc', filter: "identifier<='3'" })).toContain('dina');
    const [first] = await all(`${rostering}/students`, { fields: 'sourcedId,grades', filter: "identifier='S01'" });
    expect(first).toEqual({ sourcedId: expect.any(String), grades: ['1'] });
    const enrolled = await all(`${rostering}/enrollments`, { filter: "role='student' AND class.sourcedId!='x'" });
    expect(enrolled.length).toBeGreaterThan(0);
    expect(new Set(enrolled.map(({ role }) => role))).toEqual(new Set(['student']));
  });

  it('is a refusal where the query cannot be read', async () => {
    const users = `${rostering}/users`;
    const refused = async (query: Record<string, string>) => minorOf(await program.read(users, query));
    expect(await refused({ filter: "shoeSize='42'" })).toEqual([400, 'invalid_filter_field']);
    expect(await refused({ filter: 'familyName' })).toEqual([400, 'invaliddata']);
    expect(await refused({ fields: 'shoeSize' })).toEqual([400, 'invalid_selection_field']);
    expect(await refused({ limit: '0' })).toEqual([400, 'invaliddata']);
    expect(await refused({ offset: '-1' })).toEqual([400, 'invaliddata']);
    expect(await refused({ orderBy: 'up' })).toEqual([400, 'invaliddata']);
    // An unknown sort is none: the records come in their own order.
    expect((await program.read(users, { sort: 'shoeSize' })).status).toBe(200);
  });

  it('has no dates of birth once the school file does not give them out, whatever the token says', async () => {
    expect((await all(`${rostering}/demographics`)).map(({ birthDate }) => birthDate).toSorted()).toEqual([
      '2013-04-05',
      '2013-11-30',
    ]);
    const before = file().optionSettings;
    onTestFinished(() => {
      file().optionSettings = before;
    });
    file().optionSettings = { ...before, oneroster: { demographics: false } };
    expect(minorOf(await program.read(`${rostering}/demographics`))).toEqual([403, 'forbidden']);
    expect(JSON.stringify(await all(`${rostering}/users`))).not.toContain('2013-');
  });
});

/** A CSV file as rows by their columns. */
function rowsOf(text: string): Record<string, string>[] {
  const lines = text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
  const [head = [], ...rows] = lines;
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}

describe('what is read', () => {
  it('is what the files have: the same objects, with the same facts', async () => {
    await nightly(nightlyRosterFile.step);
    const { files } = (await office.call(onerosterContract.readRosterFiles, {})).body;
    const zip = await JSZip.loadAsync(await (await office.follow(files[0]?.link ?? '')).arrayBuffer());
    const rows = async (name: string) => rowsOf((await zip.file(`${name}.csv`)?.async('string')) ?? '');
    const roles = Map.groupBy(await rows('roles'), ({ userSourcedId }) => userSourcedId);

    /** What a row says, as an object of the REST binding: written off the two bindings. */
    const said: Record<string, (row: Record<string, string>) => object> = {
      orgs: ({ name, type, identifier }) => ({ name, type, identifier }),
      academicSessions: ({ title, type, startDate, endDate, schoolYear, parentSourcedId }) => ({
        title,
        type,
        startDate,
        endDate,
        schoolYear,
        parent: parentSourcedId,
      }),
      users: (row) => ({
        ...pick(row, 'enabledUser', 'username', 'givenName', 'familyName', 'middleName', 'identifier', 'grades'),
        primaryOrg: row.primaryOrgSourcedId,
        roles: (roles.get(row.sourcedId) ?? []).map((role) => `${role.roleType} ${role.role} ${role.orgSourcedId}`),
      }),
      demographics: (row) => pick(row, 'birthDate', 'sex'),
      courses: (row) => ({
        ...pick(row, 'title', 'courseCode', 'grades', 'subjects', 'subjectCodes'),
        schoolYear: row.schoolYearSourcedId,
        org: row.orgSourcedId,
      }),
      classes: (row) => ({
        ...pick(row, 'title', 'classCode', 'classType', 'grades', 'subjects', 'subjectCodes'),
        course: row.courseSourcedId,
        school: row.schoolSourcedId,
        terms: row.termSourcedIds,
      }),
      enrollments: (row) => ({
        role: row.role,
        // The file leaves it blank for students; the binding asks for one of the two words.
        primary: row.primary === '' ? 'false' : row.primary,
        user: row.userSourcedId,
        class: row.classSourcedId,
        school: row.schoolSourcedId,
      }),
      categories: (row) => pick(row, 'title'),
      lineItems: (row) => ({
        ...pick(row, 'title', 'resultValueMin', 'resultValueMax'),
        // Moments here, days in the file.
        assignDate: `${row.assignDate}T00:00:00.000Z`,
        dueDate: `${row.dueDate}T00:00:00.000Z`,
        class: row.classSourcedId,
        category: row.categorySourcedId,
        academicSession: row.academicSessionSourcedId,
        school: row.schoolSourcedId,
      }),
      results: (row) => ({
        ...pick(row, 'scoreStatus', 'score', 'scoreDate', 'textScore', 'inProgress', 'missing'),
        lineItem: row.lineItemSourcedId,
        student: row.studentSourcedId,
        class: row.classSourcedId,
      }),
    };
    for (const [table, toSaid] of Object.entries(said)) {
      const service = ['categories', 'lineItems', 'results'].includes(table) ? gradebookPath : rostering;
      const objects = await all(`${service}/${table}`);
      const ofFile = (await rows(table)).map((row) => [row.sourcedId, withoutBlanks(toSaid(row))] as const);
      expect(ofFile.length, table).toBeGreaterThan(0);
      const read = objects.map((object) => [object.sourcedId, plain(object)] as const);
      expect(Object.fromEntries(read), table).toEqual(Object.fromEntries(ofFile));
    }
  }, 60_000);

  it('reads the school once in five minutes, whichever process answers, and then one file of the bucket', async () => {
    const requests = async (path: string, query: Record<string, string> = {}) => {
      const files: string[] = [];
      const table = await recordTraffic(() =>
        hookBuckets(
          ({ command, input, send }) => {
            files.push(`${command} ${String(input.Key).split('/').at(-1)}`);
            return send();
          },
          async () => expect((await program.read(path, query)).status).toBe(200),
        ),
      );
      return { table: table.map(({ operation }) => operation), files };
    };
    // The line of the office log of this hour is written by the first.
    await program.read(`${rostering}/users`, { limit: '1' });
    await program.read(`${gradebookPath}/results`, { limit: '1' });
    const perClass = file().formClasses.length;
    await deleteSnapshots();
    const first = await requests(`${rostering}/users`, { limit: '5' });
    // Token and key; students, teachers, subjects, terms, remembered ids, and a query a class; the count.
    expect(first.table.length).toBeGreaterThan(perClass);
    expect(first.table.length).toBeLessThanOrEqual(perClass + 12);
    expect(first.files).toEqual(['GetObjectCommand people.json.gz', 'PutObjectCommand people.json.gz']);
    const asked = { table: ['BatchGetItem', 'UpdateItem'], files: ['GetObjectCommand people.json.gz'] };
    for (const offset of ['5', '10', '15'])
      expect(await requests(`${rostering}/users`, { limit: '5', offset })).toEqual(asked);
    expect(await requests(`${rostering}/classes`)).toEqual(asked);
    // A process that has begun just now.
    forgetOwnCopies();
    expect(await requests(`${rostering}/classes`)).toEqual(asked);
    // Marks: a query a class and term more, once.
    const marks = await requests(`${gradebookPath}/results`, { limit: '5' });
    expect(marks.table.filter((one) => one === 'Query').length).toBeGreaterThan(2 * perClass);
    const ofMarks = 'GetObjectCommand marks.json.gz';
    expect(marks.files).toEqual([ofMarks, 'PutObjectCommand marks.json.gz']);
    expect(await requests(`${gradebookPath}/results`, { limit: '5', offset: '1' })).toEqual({
      ...asked,
      files: [ofMarks],
    });
    const { class: mathematics } = await idsOfSchool();
    await program.read(`${gradebookPath}/classes/${mathematics}/results`);
    forgetOwnCopies();
    const ofClass = await requests(`${gradebookPath}/classes/${mathematics}/results`);
    expect(ofClass.table).toEqual(asked.table);
    expect(ofClass.files.sort()).toEqual([ofMarks, ...asked.files]);
  });
});

describe('a school without the option', () => {
  it('answers no call of programs, and none about keys', async () => {
    const { options } = file();
    const on = deployedCallsOfSchool({ options });
    const off = deployedCallsOfSchool({ options: options.filter((name) => name !== 'oneroster') });
    expect(on.length - off.length).toBe(
      callsOfSchool({ options: ['move-in', 'oneroster'] }).length - callsOfSchool({ options: ['move-in'] }).length + 2,
    );
    const gateway = await startGateway({ port: 0, site: async () => false, calls: off, loadFunction: loadFromSources });
    onTestFinished(() => gateway.close());
    const url = `http://localhost:${gateway.port}`;
    const headers = { Authorization: `Bearer ${program.token}` };
    expect((await fetch(`${url}/ims/oneroster/rostering/v1p2/orgs`, { headers })).status).toBe(404);
    expect((await fetch(`${url}/ims/oauth2/token`, { method: 'POST' })).status).toBe(404);
    const client = await clientOfAccount(url, 'A1');
    expect((await client.call(onerosterContract.listRosterKeys, {})).status).toBe(404);
  });
});

const pick = (row: Record<string, string>, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? '']));
const withoutBlanks = (object: object): object =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  );

/** An object as texts: a link is its id, a list its members with commas between them. */
function plain({ sourcedId: _id, status, dateLastModified: _at, ...object }: Found): object {
  expect(status).toBe('active');
  const { children: _children, ...own } = object;
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      if (name === 'roles')
        return [name, value.map((one: Found) => `${one.roleType} ${one.role} ${one.org.sourcedId}`)];
      if (Array.isArray(value)) return [name, value.map((one) => one.sourcedId ?? one).join(',')];
      return [name, value?.sourcedId ?? String(value)];
    }),
  );
}
