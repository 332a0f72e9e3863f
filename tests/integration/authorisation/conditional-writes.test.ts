import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesState } from '#shared/http/contract.ts';
import { exampleEntries } from '../../support/call-examples.ts';
import { ExamplesOfEverybody } from '../../support/examples-of-everybody.ts';
import { keepTable } from '../../support/table-content.ts';
import { type TableWrite, writesOf } from '../../support/table-traffic.ts';

/**
 * Writes of the calls that rest on nothing but that the record is there, or not even on that, each with the reason why nobody's
 * word is lost by it. A write that joins this list, or leaves it, is a line to be changed here by hand.
 */
const withoutCondition: Record<string, string> = {
  'Update attempts attempts, exists':
    'Gives a network back what one right password took, whatever else it tried; and notes when a known browser was wrong.',
  'Delete session, none': 'Signing out, or in again, ends the session that the browser had, whatever it was.',
  'Update devices, none': 'Says when a browser was last used to sign in; when it first was is kept.',
  'Update student student, exists': 'Whether a new password is due is a mark that is set, whatever it was.',
  'Put subject-use last, none': 'Names the last act that gave a subject; the acts before it have their own records.',
  'Put work-given last, none':
    'Names the last act that gave a teacher work; the acts before it have their own records.',
  'Delete account lesson, exists': 'Deletes the lesson of that teacher, class and subject, which its key says whole.',
  'Update student report, exists': 'Takes one subject out of a set, in the transaction of the subject’s record.',
  'Update student subject, exists':
    'The subject follows its student, in the transaction that is on the condition of where the student was.',
  'Update class registration, none': 'Takes one student out of a set, or into it.',
};

const said = ({ operation, kind, rests }: TableWrite): string => `${operation} ${kind}, ${rests}`;

describe('a call that writes', () => {
  let examples: ExamplesOfEverybody;
  let bringBack: () => Promise<void>;
  const found = new Set<string>();

  beforeAll(async () => {
    examples = await ExamplesOfEverybody.start();
    bringBack = await keepTable();
  });
  afterAll(() => examples.stop());

  const mutating = exampleEntries.filter(({ call }) => changesState(call));
  it.each(mutating)('rests on what was read, or only adds: $domain $name', async (entry) => {
    let status = 0;
    const writes = await writesOf(async () => {
      ({ status } = await examples.send(entry));
    });
    expect(status).toBeLessThan(500);
    const loose = [...new Set(writes.filter(({ rests }) => rests === 'exists' || rests === 'none').map(said))];
    if (writes.some(({ kind }) => kind !== 'session')) await bringBack();
    for (const write of loose) found.add(write);
    expect(loose.filter((write) => !(write in withoutCondition))).toEqual([]);
  });

  it('has a reason for each write that rests on nothing', () => {
    expect([...found].sort()).toEqual(Object.keys(withoutCondition).sort());
  });
});
