import { type Identity, identityKeys } from '#shared/students/same-student.ts';
import { hashOf } from '../../platform/identity/secrets.ts';
import type { Attempt } from '../../platform/table/audit.ts';
import type { Action } from '../../platform/table/direct-write.ts';
import { entity, itemKey, readItems, readMany, stillAs } from '../../platform/table/table.ts';
import { studentKey } from '../store.ts';
import type { Double } from './doubles.ts';

/**
 * To whom the number of a paper was given last, or a name with a birthday. Who has a number is in the records, where everybody looks
 * first, in an index that is a moment behind; this is for two who look in the same moment. Forgotten a day later.
 */
export const PaperGiven = entity({
  model: { entity: 'paper-given', version: '1', service: 'formroom' },
  attributes: {
    /** Hash of what must not be another student's. */
    paper: { type: 'string', required: true },
    studentId: { type: 'string', required: true },
    /** Epoch seconds after which the table forgets it. */
    expires: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['paper'], template: 'paper-given#${paper}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'last', casing: 'none' },
    },
  },
});

/** What was found of the papers of somebody. */
export interface PapersFound {
  /** To whom one of them was given last, where that student has it still. */
  doubles: Double[];
  /** For the transaction that gives them to a student: cancels it where one was given to anybody since it was looked at. */
  gives(studentId: string, request: Attempt): Action[];
}

/** Looks at the papers of somebody, and with `withName` at name and birthday too. One request, two where one was given in the last day. */
export async function lookAtPapers(facts: Identity, { withName }: { withName: boolean }): Promise<PapersFound> {
  const looked = identityKeys(facts)
    .filter(([same]) => withName || same !== 'name and birthday')
    .map(([same, key]) => ({ same, key, paper: hashOf(key) }));
  if (looked.length === 0) return { doubles: [], gives: () => [] };
  const { last } = await readItems({ last: looked.map(({ paper }) => itemKey(PaperGiven, { paper })) });
  const holders = await readMany([...new Set(last.map(({ studentId }) => studentId))].map(studentKey));
  const holderOf = new Map(last.map(({ paper, studentId }) => [paper, studentId]));
  return {
    doubles: looked.flatMap(({ same, key, paper }) =>
      holders
        .filter((one) => one.studentId === holderOf.get(paper) && identityKeys(one).some(([, held]) => held === key))
        .map((student) => ({ student, same })),
    ),
    gives: (studentId, { now }) =>
      looked.map(({ paper }) => ({
        Put: PaperGiven.put({ paper, studentId, expires: Math.ceil(now.getTime() / 1000) + 86_400 })
          .where(stillAs({ studentId: holderOf.get(paper) }, ['studentId']))
          .params(),
      })),
  };
}
