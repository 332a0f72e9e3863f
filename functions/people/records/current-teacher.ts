import { type Action, directCheck } from '../../platform/table/direct-write.ts';
import { employeeKey } from './store.ts';

/**
 * For every transaction that gives a teacher lessons, or makes one form teacher or dean: the action that cancels it where the teacher
 * was archived or renumbered since the read.
 */
export const stillCurrent = ({ employeeId, teacherNum }: { employeeId: string; teacherNum: number }): Action =>
  directCheck(employeeKey(employeeId).key, { teacherNum, deletedAt: null });
