import { actsPlace } from '#shared/place.ts';
import { school } from '../../school/records/school.ts';
import type { Term } from '../../school/records/term-locks.ts';

/** Counts by student what was found on the reports of a class and not dismissed. */
export type CountOpenFindings = (
  ofClass: Term & { classId: string },
  now: Date,
) => Promise<ReadonlyMap<string, number>>;

export const openFindings = /* @__PURE__ */ actsPlace<CountOpenFindings>('open findings of reports');

/** What is found on the reports of a class; null where nothing of the school looks at them. */
export async function countOpenFindings(...of: Parameters<CountOpenFindings>) {
  const [count] = openFindings.of(school().options);
  return count ? count(...of) : null;
}
