import { EmployeeEntity } from '../../../people/records/store.ts';
import { teacherPostsAuditSubject } from '../../../people/records/write-class-posts.ts';
import { auditKey } from '../../../platform/table/audit.ts';
import { readItems } from '../../../platform/table/table.ts';
import { authorshipOf, keyOfRow, type MoveUndo, type RowOf } from './rows-of-run.ts';
import { changeHolder } from './store-posts.ts';

/** Gives a class back to the form teacher of before, or to nobody. Returns why not, or null. */
export async function takeBackPost(
  { n, what, move: { employeeId, classId, as, was } }: RowOf<'classes'>,
  { job, run, year }: MoveUndo,
): Promise<string | null> {
  const { given, employee } = await readItems({
    given: auditKey(teacherPostsAuditSubject(employeeId, year), keyOfRow({ run }, n)),
    employee: EmployeeEntity.key({ employeeId }),
  });
  // A teacher who was taken back before has no class.
  if (!given || !employee) return null;
  return changeHolder({ classId, as, year, from: employeeId, to: was }, { what, by: authorshipOf(job, n) });
}
