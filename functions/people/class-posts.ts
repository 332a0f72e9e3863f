import { authRefusals } from '#shared/accounts/wordings.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { ForbiddenError } from '../platform/errors.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { type Caller, isAdmin } from '../platform/requests/caller.ts';
import { readCurrentPeriod } from '../school/records/periods.ts';
import { readClassPostsOfTeacher } from './records/store.ts';

interface Asked {
  employee_id?: string | undefined;
  year?: number | undefined;
}

/**
 * The classes that a teacher is form teacher or dean of, as the calls answer them. @throws ForbiddenError where a
 * teacher asks about another
 */
export async function answerClassPosts(
  { employee_id: employeeId, year }: Asked,
  caller: Caller,
  as: 'form teacher' | 'dean',
) {
  const asked = employeeId ?? caller.accountId;
  if (asked !== caller.accountId && !isAdmin(caller)) throw new ForbiddenError(authRefusals.forbidden);
  const ofYear = year ?? (await readCurrentPeriod())?.year;
  const posts = ofYear === undefined ? [] : await readClassPostsOfTeacher(asked, ofYear);
  return posts
    .filter((post) => post.as === as)
    .map((post) => ({ form_class_id: post.classId, class_name: post.classId, form_level: post.formLevel }));
}

export const readFormTeacherClass = callHandler(peopleContract.readFormTeacherClass, {
  handle: ({ input, caller }) => answerClassPosts(input, caller, 'form teacher'),
});

export const readDeanFormClasses = callHandler(peopleContract.readDeanFormClasses, {
  handle: ({ input, caller }) => answerClassPosts(input, caller, 'dean'),
});
