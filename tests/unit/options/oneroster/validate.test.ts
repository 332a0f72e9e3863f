import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { validateRosterZip } from '../../../../tools/options/oneroster/validate.ts';

/** A small school that has something of every kind, written by hand. */
const good: Readonly<Record<string, string>> = {
  'orgs.csv': `sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId
d,,,North,district,,
o,,,School,school,,d
`,
  'academicSessions.csv': `sourcedId,status,dateLastModified,title,type,startDate,endDate,parentSourcedId,schoolYear
y,,,2025,schoolYear,2025-09-01,2026-07-04,,2026
t,,,Term 1,term,2025-09-01,2025-12-13,y,2026
`,
  'courses.csv': `sourcedId,status,dateLastModified,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects,subjectCodes
c,,,y,Maths,,1,o,Maths,MATH
`,
  'classes.csv': `sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods
k,,,"Maths, 1A",1,c,1A MATH,scheduled,,o,"y,t",Maths,MATH,
`,
  'users.csv': `sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns
u,,,true,u,,Anna,Bell,,,,,,,1,,,,,,o,
`,
  'roles.csv': `sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId
r,,,u,primary,student,,,o,
`,
  'enrollments.csv': `sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate
e,,,k,o,u,student,,2025-09-01,
`,
  'categories.csv': `sourcedId,status,dateLastModified,title,weight
g,,,Exam,70
`,
  'lineItems.csv': `sourcedId,status,dateLastModified,title,description,assignDate,dueDate,classSourcedId,categorySourcedId,academicSessionSourcedId,resultValueMin,resultValueMax,schoolSourcedId
l,,,Exam,,2025-12-01,2025-12-05,k,g,t,0,70,o
`,
  'results.csv': `sourcedId,status,dateLastModified,lineItemSourcedId,studentSourcedId,scoreStatus,score,scoreDate,comment,textScore,classSourcedId,inProgress,incomplete,late,missing
s,,,l,u,fully graded,61.5,2025-12-05,,,k,false,,,false
`,
};

const files = [
  'academicSessions categories classes classResources courses courseResources demographics enrollments',
  'lineItemLearningObjectiveIds lineItems lineItemScoreScales orgs resources resultLearningObjectiveIds results',
  'resultScoreScales roles scoreScales userProfiles userResources users',
]
  .join(' ')
  .split(' ');

const manifestOf = (contents: Readonly<Record<string, string | Uint8Array>>, mode = 'bulk'): string =>
  [
    'propertyName,value',
    'manifest.version,1.0',
    'oneroster.version,1.2',
    ...files.map((name) => `file.${name},${`${name}.csv` in contents ? mode : 'absent'}`),
    'source.systemName,By hand',
    '',
  ].join('\n');

async function faultsOf(change: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string[]> {
  const zip = new JSZip();
  const contents = { ...good, ...change };
  for (const [name, content] of Object.entries({ 'manifest.csv': manifestOf(contents), ...contents })) {
    zip.file(name, content);
  }
  const { faults } = await validateRosterZip(await zip.generateAsync({ type: 'uint8array' }));
  return faults.map(({ file, line, column, says }) => [file, line, column, says].filter(Boolean).join(' '));
}

const edited = (file: string, from: string, to: string): Record<string, string> => {
  const text = good[file] ?? '';
  expect(text).toContain(from);
  return { [file]: text.replace(from, to) };
};

describe('the validator', () => {
  it('finds nothing in files that are as the standard says, with a byte order mark too', async () => {
    expect(await faultsOf()).toEqual([]);
    expect(await faultsOf({ 'orgs.csv': `﻿${good['orgs.csv']}` })).toEqual([]);
    expect(await faultsOf(edited('classes.csv', 'scheduled', 'ext:club'))).toEqual([]);
  });

  it.each([
    ['headings in another order', 'orgs.csv', 'name,type', 'type,name', 'orgs.csv 1 has type where name belongs'],
    [
      'a column of its own',
      'categories.csv',
      'title,weight',
      'title,weight,more',
      'categories.csv 1 more is no column of the standard',
    ],
    ['a required cell that is blank', 'users.csv', 'Anna', '', 'users.csv 2 givenName may not be blank'],
    ['a word that there is not', 'enrollments.csv', 'student', 'pupil', 'pupil is none of'],
    [
      'a word of its own where none may be',
      'roles.csv',
      'primary',
      'ext:first',
      'ext:first is none of primary, secondary',
    ],
    ['a day that there is not', 'enrollments.csv', '2025-09-01', '2025-02-30', 'beginDate 2025-02-30 is not a date'],
    ['a day as people write it', 'enrollments.csv', '2025-09-01', '01/09/2025', '01/09/2025 is not a date'],
    ['a year of two digits', 'academicSessions.csv', 'y,2026', 'y,26', 'schoolYear 26 is not a year'],
    ['a number with a comma', 'results.csv', '61.5', '"61,5"', 'score 61,5 is not a number'],
    ['a weight that is not whole', 'categories.csv', '70', '70.5', 'weight 70.5 is not a whole number'],
    ['True', 'users.csv', 'true', 'True', 'enabledUser True is none of true, false'],
    ['an id with a space', 'categories.csv', '\ng,', '\ng g,', 'sourcedId g g is no id'],
    ['an id twice', 'orgs.csv', '\no,', '\nd,', 'orgs.csv 3 sourcedId d is there twice'],
    ['a status in a whole file', 'orgs.csv', 'o,,,', 'o,active,,', 'orgs.csv 3 status is blank in a whole file'],
    ['a reference to nothing', 'enrollments.csv', ',u,', ',x,', 'userSourcedId x is not in users.csv'],
    [
      'a list with a reference to nothing',
      'classes.csv',
      '"y,t"',
      '"y,x"',
      'termSourcedIds x is not in academicSessions.csv',
    ],
    ['a list with a blank member', 'classes.csv', '"y,t"', '"y,"', 'termSourcedIds has a member that is blank'],
    ['subjects without a code each', 'courses.csv', ',MATH', ',', 'subjectCodes has not one code for each subject'],
    [
      'a row that is too short',
      'categories.csv',
      'Exam,70',
      'Exam',
      'categories.csv 2 has 4 cells, and its headings are 5',
    ],
    ['a line break within a cell', 'classes.csv', 'Maths, 1A', 'Maths,\n1A', 'has a line break within a cell'],
    [
      'a session that ends before it begins',
      'academicSessions.csv',
      '2025-12-13',
      '2025-09-01',
      'endDate is not behind startDate',
    ],
    ['an org above itself', 'orgs.csv', 'district,,', 'district,,o', 'parentSourcedId is above itself'],
    ['a score beyond the most', 'results.csv', '61.5', '71', 'score 71 is not of 0 to 70'],
    ['a user without a role', 'roles.csv', 'primary', 'secondary', 'users.csv 2 sourcedId has no primary role'],
  ])('names %s', async (_, file, from, to, fault) => {
    const faults = await faultsOf(edited(file, from, to));
    expect(faults.join('\n')).toContain(fault);
  });

  it('names files without rows, that are no CSV, and that are not UTF-8', async () => {
    expect(await faultsOf({ 'categories.csv': good['categories.csv']?.split('\n')[0] ?? '' })).toContain(
      'categories.csv has no rows',
    );
    expect((await faultsOf({ 'orgs.csv': `${good['orgs.csv']}x,,,"a"b,school,,\n` })).join()).toContain(
      'orgs.csv is no CSV',
    );
    expect(
      await faultsOf({ 'orgs.csv': Buffer.from(good['orgs.csv']?.replace('North', 'Nört') ?? '', 'latin1') }),
    ).toContain('orgs.csv is not UTF-8');
  });

  it('names a manifest that lies', async () => {
    const manifest = manifestOf(good);
    expect(await faultsOf({ 'manifest.csv': manifest.replace('file.orgs,bulk', 'file.orgs,absent') })).toContain(
      'orgs.csv is there, and absent by the manifest',
    );
    expect(
      await faultsOf({ 'manifest.csv': manifest.replace('file.resources,absent', 'file.resources,bulk') }),
    ).toContain('resources.csv is missing, and bulk by the manifest');
    expect(await faultsOf({ 'manifest.csv': manifest.replace('file.roles,bulk\n', '') })).toContain(
      'manifest.csv does not say whether there is roles.csv',
    );
    expect(await faultsOf({ 'manifest.csv': manifest.replace('1.2', '2.0') })).toContain(
      'manifest.csv is of OneRoster 2.0, which is neither 1.1 nor 1.2',
    );
    expect(await faultsOf({ 'in/orgs.csv': '', 'marks.csv': '' })).toEqual([
      'in/ is not at the root of the zip',
      'in/orgs.csv is not at the root of the zip',
      'marks.csv is no file of this version',
    ]);
  });

  it('asks of changes when, and whether the row stays', async () => {
    const orgs = good['orgs.csv']
      ?.replace('d,,,', 'd,active,2025-10-01T08:00:00.000Z,')
      .replace('o,,,', 'o,gone,1 Oct,');
    const manifest = manifestOf(good).replace('file.orgs,bulk', 'file.orgs,delta');
    expect(await faultsOf({ 'orgs.csv': orgs ?? '', 'manifest.csv': manifest })).toEqual([
      'orgs.csv 3 status gone is neither active nor tobedeleted',
      'orgs.csv 3 dateLastModified 1 Oct is no moment in UTC',
    ]);
  });

  it('allows deletions in changes alone, where nothing that stays points to them', async () => {
    expect(await faultsOf(edited('users.csv', 'u,,,', 'u,tobedeleted,2025-10-01T08:00:00.000Z,'))).toEqual([
      'users.csv 2 status is blank in a whole file',
      'users.csv 2 dateLastModified is blank in a whole file',
      'enrollments.csv 2 userSourcedId u is deleted in users.csv',
      'results.csv 2 studentSourcedId u is deleted in users.csv',
      'roles.csv 2 userSourcedId u is deleted in users.csv',
    ]);
    const at = '2025-10-01T08:00:00.000Z';
    const changes = (deleted: readonly string[]): Record<string, string> =>
      Object.fromEntries(
        Object.entries(good).map(([name, text]) => [
          name,
          text.replaceAll(/^(\w+),,,/gm, (_, id) => `${id},${deleted.includes(id) ? 'tobedeleted' : 'active'},${at},`),
        ]),
      );
    const manifest = { 'manifest.csv': manifestOf(good, 'delta') };
    expect(await faultsOf({ ...changes(['u', 'r', 'e', 's']), ...manifest })).toEqual([]);
    expect(await faultsOf({ ...changes(['t']), ...manifest })).toEqual([
      'classes.csv 2 termSourcedIds t is deleted in academicSessions.csv',
      'lineItems.csv 2 academicSessionSourcedId t is deleted in academicSessions.csv',
    ]);
    const blank = changes(['u', 'r', 'e', 's'])['users.csv']?.replace('Anna', '') ?? '';
    expect(await faultsOf({ ...changes(['u', 'r', 'e', 's']), 'users.csv': blank, ...manifest })).toEqual([
      'users.csv 2 givenName may not be blank',
    ]);
  });
});
