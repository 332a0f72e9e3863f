import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { employeeKey, readTeachersOfClasses } from '../../../people/records/store.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { school } from '../../../school/records/school.ts';
import { classConcurrency } from '../../../term-reports/report-cards/live-cards.ts';
import { readReportsToSign } from '../records/reports-of-class.ts';
import { readClassesOfCaller, readPrincipals } from '../records/signing-posts.ts';

/** Two queries a class, and some for all of them: who holds the posts. */
export const countSignatures = callHandler(signOffContract.countSignatures, {
  prefetch: (_input, accountId) => ({ employee: employeeKey(accountId) }),
  handle: async ({ input: { form_level: level, ...ofTerm }, caller, found: { employee } }) => {
    const { of, seesAll, everywhere } = await readClassesOfCaller(ofTerm.year, { caller, employee });
    const asked = school().formClasses.filter(
      ({ id, form_level }) => (seesAll || of.has(id)) && (level === undefined || form_level === level),
    );
    if (asked.length === 0) return { classes: [] };
    const classIds = asked.map(({ id }) => id);
    const [{ posts }, principal, reports] = await Promise.all([
      readTeachersOfClasses(classIds, ofTerm.year),
      readPrincipals(),
      inParallel(classIds, {
        atOnce: classConcurrency,
        does: (classId) => readReportsToSign({ ...ofTerm, classId }),
      }),
    ]);
    const postsOf = Map.groupBy(posts, ({ classId }) => classId);
    const classes = asked.map(({ id: classId, form_level }, index) => {
      // Who has left in the term is signed with the class, and counts as in its list.
      const all = [...(reports[index]?.values() ?? [])];
      const awaiting = (stage: string | null) => all.filter(({ awaits }) => awaits === stage).length;
      return {
        class_id: classId,
        form_level,
        reports: all.length,
        awaits: {
          form_teacher: awaiting('form teacher'),
          dean: awaiting('dean'),
          principal: awaiting('principal'),
        },
        signed: awaiting(null),
        fell_back: all.filter(({ stages }) => stages.some(({ state }) => state === 'fell back')).length,
        people: peopleOf(postsOf.get(classId) ?? [], principal),
        signs_as: [...(of.get(classId) ?? []), ...everywhere],
      };
    });
    return { classes };
  },
});

/** Who holds the posts of a class, as answers name them. */
export const peopleOf = (
  posts: readonly { as: 'form teacher' | 'dean'; name: string }[],
  principal: readonly string[],
) => ({
  form_teacher: posts.filter(({ as }) => as === 'form teacher').map(({ name }) => name),
  dean: posts.filter(({ as }) => as === 'dean').map(({ name }) => name),
  principal: [...principal],
});
