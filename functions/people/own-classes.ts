import type { Caller } from '../platform/requests/caller.ts';
import { currentPeriod } from '../reference/periods.ts';
import { classPostsOf } from './store.ts';

/** The caller's classes of the current year in one post, as the calls write them. */
export async function ownClasses(caller: Caller, as: 'form teacher' | 'dean') {
  const period = await currentPeriod();
  const posts = period ? await classPostsOf(caller.accountId, period.year) : [];
  return posts
    .filter((post) => post.as === as)
    .map((post) => ({ form_class_id: post.classId, class_name: post.classId, form_level: post.formLevel }));
}
