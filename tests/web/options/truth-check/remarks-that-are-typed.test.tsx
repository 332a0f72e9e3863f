import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { improbableWordings as say } from '#shared/options/truth-check/wordings.ts';
import { refuseWith } from '../../../support/school/contract-server.ts';
import { openArea } from '../../page.tsx';
import { answerTeacher } from '../../session-answers.ts';
import * as reports from '../../term-reports/class-of-reports.ts';

const until = (text: string) => screen.findByText(text, { exact: false }, { timeout: 6000 });

describe('beside the remarks of a term report', () => {
  reports.startClassForEachTest();
  beforeEach(() => {
    reports.stored.clear();
    for (const [id, last_name, first_name] of [
      ['S1', 'Ali', 'Anika'],
      ['S2', 'Baptiste', 'Ian'],
    ] as const)
      reports.stored.set(id, reports.row(id, last_name, { first_name, name: `${last_name}, ${first_name}` }));
  });
  const open = async (post: 'form teacher' | 'dean') => {
    answerTeacher(reports.server);
    reports.answerClass([post]);
    await openArea('/term-reports/view-reports?class=3A');
    return screen.findByRole('table', { name: 'Subject records of Ali, Anika' });
  };

  it('the pronoun is asked for when something is typed, of the class', async () => {
    reports.server.on(truthCheckContract.readPronouns, () => ({
      students: [{ student_id: 'S1', pronoun: 'she' as const }],
    }));
    await open('form teacher');
    expect(reports.server.callsOf(truthCheckContract.readPronouns)).toEqual([]);
    fireEvent.change(reports.field('Form teacher comments'), { target: { value: 'Ian tries, and he gains by it.' } });
    const line = await until(say.otherName('Ian'));
    expect(line.textContent).toBe(`${say.otherName('Ian')} ${say.wrongPronoun('he')}`);
    expect(reports.server.callsOf(truthCheckContract.readPronouns).map(({ input }) => input)).toEqual([
      { year: 2025, class_id: '3A' },
    ]);
  });

  it('goes on by the names alone where the pronouns cannot be read', async () => {
    reports.server.on(truthCheckContract.readPronouns, () => refuseWith(500, 'Down.'));
    await open('form teacher');
    fireEvent.change(reports.field('Form teacher comments'), { target: { value: 'Ian tries, and he gains by it.' } });
    expect((await until(say.otherName('Ian'))).textContent).toBe(say.otherName('Ian'));
    expect(screen.queryByText('Down.')).toBeNull();
  });

  it('knows the subject and its mark beside the remarks of a subject', async () => {
    reports.server.on(truthCheckContract.readPronouns, () => ({ students: [] }));
    await open('dean');
    fireEvent.click(await screen.findByRole('button', { name: /^Remarks, Mathematics/ }));
    const box = await screen.findByRole('textbox', { name: 'Remarks' });
    fireEvent.change(box, { target: { value: 'Her poetry is fine.' } });
    await until(say.otherSubject('poetry', 'Mathematics'));
  });
});
