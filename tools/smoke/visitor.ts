import { createHash, randomBytes } from 'node:crypto';
import { executeAction } from '#functions/platform/table/action.ts';
import { TestClient } from '../../tests/support/callers/client.ts';
import type { TestedSchool } from './tested-school.ts';

/** Begins every id and name of what a smoke test makes, and of nothing else. */
export const smokeTestPrefix = 'smoke-test-';

/** Names one smoke test, and when it was begun. */
export const newSmokeTestId = (now: Date): string => `${smokeTestPrefix}${now.getTime().toString(36)}`;

/** A school year in which no school has a lesson. */
export const yearWithoutLessons = 1950;

/** The kind of the uploaded file, and the idempotency keys of its uploads: one is accepted, and one S3 refuses. */
export const uploadedFileKind = 'file_birth_certificate';
export const uploadRequests = ['upload', 'refused-upload'] as const;

/** The idempotency key of a request: so that what is named after it can be found again. */
export const idempotencyKeyOf = (mark: string, request: string): string => `${mark}-${request}`;

/** The student who signs in, where the school has an entrance for students. */
export const familyStudentOf = (mark: string): string => `${mark}-3`;

/** Requests of strangers that leave an access event in which nobody is named. */
export const strangerRequests = ['stranger-1', 'stranger-2'] as const;

/** The id that such a request chooses, a UUID: its access event has it, and is found again by it. */
export function requestIdOf(mark: string, request: (typeof strangerRequests)[number]): string {
  const hash = createHash('sha256').update(idempotencyKeyOf(mark, request)).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** The account of one smoke test, and two students of the archive whom nobody else has to do with. */
export interface Visitor {
  place: TestedSchool;
  /** The account's id, its user name, and the beginning of the students' ids. */
  mark: string;
  /** Where it is signed in, once it is. */
  client: TestClient;
  oneTimePassword: string;
  password: string;
  /** Is changed, and given a file. */
  student: string;
  /** Is erased by a job. */
  leaver: string;
}

/**
 * Makes an administrator with every permission as `create-admin` does, a lesson of it in a year in which there are
 * none, and two students of the archive. No teacher sees any of it; the office could, in the list of the archive.
 */
export async function createVisitor(place: TestedSchool, mark: string): Promise<Visitor> {
  const [{ createFirstAdmin }, { StudentEntity }, { LessonEntity }] = await Promise.all([
    import('../../infra/operators/accounts/first-admin.ts'),
    import('#functions/students/records/store.ts'),
    import('#functions/people/records/store.ts'),
  ]);
  const oneTimePassword = await createFirstAdmin({ name: 'Smoke Test', userName: mark, accountId: mark });
  const [formClass] = place.school.formClasses;
  if (!formClass) throw new Error('The school file names no class.');
  const placed = { classId: formClass.id, formLevel: formClass.form_level };
  const [student, leaver] = [`${mark}-1`, `${mark}-2`];
  const archived = { firstName: 'Smoke', lastName: 'Test', ...placed, status: 'archived' as const };
  await Promise.all([
    executeAction(StudentEntity.create({ ...archived, studentId: student })),
    executeAction(StudentEntity.create({ ...archived, studentId: leaver, date_of_leaving: '1950-07-01' })),
    executeAction(LessonEntity.create({ ...placed, employeeId: mark, year: yearWithoutLessons, subjectId: mark })),
  ]);
  const password = randomBytes(18).toString('base64url');
  return { place, mark, client: new TestClient(place.url), oneTimePassword, password, student, leaver };
}
