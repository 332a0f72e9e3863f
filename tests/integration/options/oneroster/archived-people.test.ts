import { describe, expect, it } from 'vitest';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { handler } from '#functions/options/move-in/jobs/lambda.ts';
import { EmployeeEntity, listLessonsOfClass, listPostHoldersOfClass } from '#functions/people/records/store.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { AccountEntity, type AccountItem, readAccount } from '#functions/sessions/accounts.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { movesOf } from '../../../support/options/move-in/moves.ts';
import { tablesOf, zipOfSchool } from '../../../support/options/oneroster/school-as-zip.ts';
import { csvOf, manifestOf, zipOf } from '../../../support/options/oneroster/zip-of-files.ts';
import { postReportOfStudent } from '../../../support/school/posted-report.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { password, term, year } from '../../../support/school/small-school.ts';
import {
  listChangesBetween,
  readTableContent,
  saveTableForRestore,
  type TableContent,
} from '../../../support/school/table-content.ts';
import { steppedSchoolForTests } from '../../../support/step-by-step/stepped-school.ts';

const said = { alike: { 'deleted teachers': 'yes', 'deleted students': 'yes' } } as const;

/** Which act it was, and when, differs; who signed in to look keeps a device. */
const ofActs = /^(audit|act|job|devices)#/;
const withoutMoments = (item: string | undefined) =>
  item
    ?.replaceAll(/"20\d\d-\d\d-\d\dT[\d:.]+Z"/g, '"then"')
    .replaceAll(/"(archivedIn|version)":("[^"]*"|\d+)/g, '"$1":"act"');

/** What became of each record that changed, but for moments. */
const changedOf = (before: TableContent, after: TableContent): [string, string | undefined][] =>
  listChangesBetween(before, after)
    .filter((key) => !ofActs.test(key))
    .sort()
    .map((key) => [key, withoutMoments(after.get(key))]);

describe('people whom a file archives', () => {
  const school = steppedSchoolForTests(handler);
  const { admin } = school;
  const { store, undo } = movesOf(school);
  const signIn = (name: string) =>
    new TestClient(admin.url).signIn(name, password).then(
      () => 'open',
      () => 'closed',
    );

  /** Changes that mark these people as deleted, by their numbers. */
  async function changesWithout(...identifiers: readonly string[]) {
    const [headings = [], ...rows] = (await tablesOf(await zipOfSchool()))['users.csv'] ?? [];
    const [status, modified, identifier] = ['status', 'dateLastModified', 'identifier'].map((name) =>
      headings.indexOf(name),
    );
    const gone = rows
      .filter((row) => identifiers.includes(row[identifier ?? -1] ?? ''))
      .map((row) =>
        row.map((cell, at) => (at === status ? 'tobedeleted' : at === modified ? '2025-10-01T08:00:00.000Z' : cell)),
      );
    expect(gone).toHaveLength(identifiers.length);
    return zipOf({ 'manifest.csv': manifestOf({ users: 'delta' }), 'users.csv': csvOf(headings, ...gone) });
  }

  it('leave as by hand where they are form teacher, dean or principal: archived, with lessons and posts to hand over', async () => {
    const principal = schoolFile().posts.find(({ rank }) => rank === 'Principal')?.id;
    await executeActionOfTest(EmployeeEntity.update({ employeeId: 'T2' }, { set: { postId: principal } }));
    const people = async () =>
      (await admin.call(signOffContract.listSignatures, { year: String(year), term: String(term), class_id: '1A' }))
        .body.people;
    expect(await people()).toEqual({
      form_teacher: ['Mona Núñez'],
      dean: ["Dina O'Brien"],
      principal: ['Eric Ali'],
    });
    const before = await readTableContent();
    for (const employee_id of ['T1', 'T2', 'T3'])
      expect((await admin.call(accountsContract.archiveEmployee, { employee_id })).status).toBe(200);
    const byHand = await readTableContent();
    const peopleByHand = await people();
    for (const employee_id of ['T1', 'T2', 'T3'])
      expect((await admin.call(accountsContract.restoreEmployee, { employee_id })).status).toBe(200);
    expect(await Promise.all(['mona', 'eric', 'dina'].map(signIn))).toEqual(['open', 'open', 'open']);

    const done = await store(await changesWithout('1', '2', '3'), said);
    expect([done.left, done.done]).toEqual([[], [{ kind: 'teachers', rows: 3 }]]);
    expect(changedOf(before, await readTableContent())).toEqual(changedOf(before, byHand));
    expect(changedOf(before, byHand).map(([key]) => key)).toEqual(
      ['account', 'employee'].flatMap((kind) => ['T1', 'T2', 'T3'].map((id) => `${kind}#${id} ${kind}`)),
    );
    expect((await listPostHoldersOfClass('1A', year)).map(({ as, name }) => `${as} ${name}`).sort()).toEqual([
      "dean Dina O'Brien",
      'form teacher Mona Núñez',
    ]);
    expect(await listLessonsOfClass('1A', year)).toHaveLength(2);
    // Nobody signs who has left.
    expect(await people()).toEqual(peopleByHand);
    expect((await people()).principal).toEqual([]);
    expect(await Promise.all(['mona', 'eric', 'dina'].map(signIn))).toEqual(['closed', 'closed', 'closed']);

    expect(await undo(done.run)).toMatchObject({ state: 'finished', left: [] });
    expect(await people()).toMatchObject({ form_teacher: ['Mona Núñez'], principal: ['Eric Ali'] });
    expect(await Promise.all(['mona', 'eric', 'dina'].map(signIn))).toEqual(['open', 'open', 'open']);
  });

  it('leave as by hand where they have marks, a posted report, a link for parents and an account', async () => {
    const exam = { exam: 30, examOutOf: 70 };
    await putRecords(SubjectRecordEntity, [
      { studentId: 'S41', subjectId: 'MATH', year, term, classId: '4A', formLevel: 4, ...exam },
    ]);
    await executeActionOfTest(StudentEntity.update({ studentId: 'S41' }, { set: { dateOfBirth: '2010-05-17' } }));
    const posted = { year: year - 1, term };
    await postReportOfStudent('S41', posted);
    expect((await admin.call(familiesContract.makeReportLink, { student_id: 'S41', ...posted })).status).toBe(200);
    const putBack = await saveTableForRestore();
    const leaving = { student_id: 'S41', date_of_leaving: new Date().toISOString().slice(0, 10), reason: null };
    expect((await admin.call(studentRegisterContract.archiveStudent, leaving)).status).toBe(200);
    const byHand = changedOf(putBack.content, await readTableContent());
    await putBack();
    const done = await store(await changesWithout('S41'), said);
    expect([done.left, done.done]).toEqual([[], [{ kind: 'students', rows: 1 }]]);
    const byFile = await readTableContent();
    expect(changedOf(putBack.content, byFile)).toEqual(byHand);
    // Class and subjects alone are left: marks, report and the parents' link stay.
    const gone = [...putBack.content.keys()].filter((key) => !byFile.has(key)).sort();
    expect(gone).toEqual(['student#S41 subject#ENGL', 'student#S41 subject#MATH']);
    expect(await StudentEntity.get({ studentId: 'S41' })).toMatchObject({ status: 'archived' });
  });

  it('stay where they are administrators who teach, which is said', async () => {
    const account = await readAccount('T3');
    await executeActionOfTest(AccountEntity.change(account as AccountItem, { set: { role: 'Admin' } }));
    const done = await store(await changesWithout('3'), said);
    expect(done.left.map(({ reason }) => reason)).toEqual([
      "Dina O'Brien is an administrator. Disable the account under Administrators first.",
    ]);
    expect(await EmployeeEntity.get({ employeeId: 'T3' })).not.toHaveProperty('deletedAt');
  });
});
