import { attendanceContract } from '#shared/attendance/contract.ts';
import { classPostsOf, lessonsOf } from '../../people/records/store.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isAdmin } from '../../platform/requests/caller.ts';
import { currentPeriod } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { type ClassAccess, requireAttendance } from './class-access.ts';

const strength: readonly ClassAccess[] = ['form teacher', 'lesson', 'dean'];

export const attendanceClasses = callHandler(attendanceContract.attendanceClasses, {
  handle: async ({ caller }) => {
    requireAttendance();
    const { formClasses } = school();
    if (isAdmin(caller))
      return formClasses.map(({ id, form_level }) => ({ class_id: id, form_level, as: 'office' as const }));
    const period = await currentPeriod();
    if (!period) return [];
    const [posts, lessons] = await Promise.all([
      classPostsOf(caller.accountId, period.year),
      lessonsOf(caller.accountId, period.year),
    ]);
    const reasons: readonly { classId: string; as: ClassAccess }[] = [
      ...posts.map(({ classId, as }) => ({ classId, as })),
      ...lessons.map(({ classId }) => ({ classId, as: 'lesson' as const })),
    ];
    return strength.flatMap((as) =>
      formClasses
        .filter(({ id }) => strongest(reasons, id) === as)
        .map(({ id, form_level }) => ({ class_id: id, form_level, as })),
    );
  },
});

const strongest = (reasons: readonly { classId: string; as: ClassAccess }[], classId: string) =>
  strength.find((as) => reasons.some((one) => one.classId === classId && one.as === as));
